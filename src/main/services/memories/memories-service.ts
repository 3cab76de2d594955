import type { Parameters } from '../../../shared/chat.ts'
import { folded } from '../../../shared/folded-text.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Memory } from '../../../shared/memories.ts'
import { type MemoryRefusal, memoriesMax } from '../../../shared/memory-limits.ts'
import { sentMemories } from '../../../shared/sent-memories.ts'
import type { Ports } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import { looksSecret } from '../../security/secrets/secret-shapes.ts'
import type { Database } from '../../storage/database.ts'
import type { Memories } from '../../storage/memories.ts'
import type { SettingsService } from '../app/settings-service.ts'

export interface MemoriesServiceParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly memories: Memories
  readonly settings: Pick<SettingsService, 'get'>
  readonly known: Pick<KnownSecrets, 'finders'>
}

/** The memory: facts that the user keeps. Only the user adds to it. */
export class MemoriesService {
  private readonly parts: MemoriesServiceParts

  constructor(parts: MemoriesServiceParts) {
    this.parts = parts
  }

  listMemories(): readonly Memory[] {
    return this.parts.memories.all()
  }

  /** Returns the facts that go with the next request of a chat; none while memory is off. */
  sentWith({ memory, text }: Pick<Parameters, 'memory' | 'text'>): readonly string[] {
    if (!this.parts.settings.get().memory || memory === false || text !== undefined) return []
    return sentMemories(this.listMemories()).sent.map((fact) => fact.text)
  }

  putMemories({ memories }: CallInput<'memories.put'>): CallOutput<'memories.put'> {
    const { clock, database, events, memories: table } = this.parts
    const refused = database.transaction((): MemoryRefusal | null => {
      const reason = this.refusalOf(memories)
      if (reason === null) table.putMemories(memories, clock.now())
      return reason
    })
    if (refused === null) events.emit('memories.changed', this.listMemories())
    return { refused }
  }

  removeMemory({ id }: CallInput<'memories.remove'>): null {
    this.parts.memories.removeMemory(id)
    this.parts.events.emit('memories.changed', this.listMemories())
    return null
  }

  /** Returns true if a text holds one of Atelier's own keys, or what looks like any key or password. */
  isSecret(text: string): boolean {
    return looksSecret(text) || this.parts.known.finders().some((finder) => finder.findSpans(text).length > 0)
  }

  private refusalOf(memories: readonly Memory[]): MemoryRefusal | null {
    const present = this.listMemories()
    const ids = new Set(memories.map(({ id }) => id))
    const others = present.filter(({ id }) => !ids.has(id))
    if (memories.some(({ text }) => this.isSecret(text))) return 'secret'
    const texts = [...others, ...memories].map(({ text }) => folded(text))
    if (new Set(texts).size < texts.length) return 'known'
    const added = memories.filter(({ id }) => !this.parts.memories.has(id)).length
    return this.parts.memories.count + added > memoriesMax ? 'full' : null
  }
}
