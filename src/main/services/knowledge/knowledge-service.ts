import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { KnowledgeSource, OpenedCitation, SourceKind, SourceProgress } from '../../../shared/knowledge.ts'
import { collectionsMax } from '../../../shared/knowledge-limits.ts'
import type { Bin } from '../../jobs/bin.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { KnowledgeSources, StoredSource } from '../../storage/knowledge-sources.ts'
import type { MessagePassages } from '../../storage/message-passages.ts'
import type { Messages } from '../../storage/messages.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { KnowledgeNews, SourceDefinition } from './knowledge-messages.ts'
import type { KnowledgeReader } from './knowledge-reader.ts'
import type { Retrievals } from './retrievals.ts'
import type { SourceIntake } from './source-intake.ts'

/** Longest delay before pages are notified of a change, in ms: reading a folder changes its state many times. */
const tellMs = 120

const notRead: SourceProgress = {
  state: 'waiting',
  problem: null,
  documents: 0,
  passages: 0,
  failedFiles: 0,
  firstFailed: null,
  unread: [],
}

export interface KnowledgeServiceParts extends Pick<Ports, 'clock' | 'events'> {
  readonly sources: KnowledgeSources
  readonly passages: MessagePassages
  readonly conversations: Conversations
  readonly messages: Messages
  readonly transcripts: Transcripts
  readonly library: Pick<MediaLibrary, 'pathOf'>
  readonly reader: KnowledgeReader
  readonly retrievals: Retrievals
  readonly intake: SourceIntake
  readonly bin: Bin
}

/** Makes every change to collections, and finds passages in them for chats. */
export class KnowledgeService {
  private readonly parts: KnowledgeServiceParts
  private readonly progress = new Map<string, SourceProgress>()
  private cancelTell: (() => void) | null = null

  constructor(parts: KnowledgeServiceParts) {
    this.parts = parts
  }

  /** Lets the thread read all sources. */
  start(): void {
    const sources = this.parts.sources.sources()
    // a source that comes back is read again
    const present = new Set(sources.map(({ id }) => id))
    for (const id of this.progress.keys()) if (!present.has(id)) this.progress.delete(id)
    this.parts.reader.set(sources.map((source) => this.definition(source)))
  }

  close(): void {
    this.cancelTell?.()
  }

  listCollections(): CallOutput<'knowledge.list'> {
    const all = this.parts.sources.sources()
    const collections = this.parts.sources.collections()
    return collections.map(({ id, name }) => ({
      id,
      name,
      sources: all.filter((source) => source.collectionId === id).map((source) => this.sourceView(source)),
    }))
  }

  create({ id, name }: CallInput<'knowledge.create'>): null {
    const { clock, sources } = this.parts
    if (sources.collections().length >= collectionsMax) fail('invalid_input', 'too many collections')
    sources.addCollection({ id, name, createdAt: clock.now() })
    return this.emitKnowledgeChanged()
  }

  rename({ id, name }: CallInput<'knowledge.rename'>): null {
    this.parts.sources.rename(id, name)
    return this.emitKnowledgeChanged()
  }

  deleteCollection({ id }: CallInput<'knowledge.delete'>): null {
    if (this.parts.sources.markCollection(id, this.parts.clock.now())) this.parts.bin.schedule()
    return this.emitKnowledgeChanged()
  }

  restoreCollection({ id }: CallInput<'knowledge.restore'>): null {
    if (!this.parts.sources.markCollection(id, null)) fail('not_found', 'nothing to restore')
    return this.emitKnowledgeChanged()
  }

  async addFiles(input: CallInput<'knowledge.addFiles'>): Promise<CallOutput<'knowledge.addFiles'>> {
    const refused = await this.parts.intake.files(input)
    this.emitKnowledgeChanged()
    return refused
  }

  async addFolder(input: CallInput<'knowledge.addFolder'>): Promise<CallOutput<'knowledge.addFolder'>> {
    const outcome = await this.parts.intake.folder(input)
    this.emitKnowledgeChanged()
    return outcome
  }

  addItems(input: CallInput<'knowledge.addItems'>): null {
    this.parts.intake.items(input)
    return this.emitKnowledgeChanged()
  }

  removeSource({ id }: CallInput<'knowledge.removeSource'>): null {
    if (this.parts.sources.markSource(id, this.parts.clock.now())) this.parts.bin.schedule()
    return this.emitKnowledgeChanged()
  }

  restoreSource({ id }: CallInput<'knowledge.restoreSource'>): null {
    if (!this.parts.sources.markSource(id, null)) fail('not_found', 'nothing to restore')
    return this.emitKnowledgeChanged()
  }

  rereadSource({ id }: CallInput<'knowledge.readAgain'>): null {
    this.parts.reader.rereadSource(id)
    return null
  }

  async findPassages({ collectionIds, text }: CallInput<'knowledge.find'>): Promise<CallOutput<'knowledge.find'>> {
    return await this.parts.retrievals.retrieve(text, collectionIds)
  }

  citations({ conversationId }: CallInput<'knowledge.citations'>): CallOutput<'knowledge.citations'> {
    return this.parts.passages.ofConversation(conversationId).map(({ number, place }) => ({ number, place }))
  }

  async openCitation({ conversationId, number }: CallInput<'knowledge.open'>): Promise<OpenedCitation> {
    const citation =
      this.parts.passages.ofConversation(conversationId).find((one) => one.number === number) ??
      fail('not_found', 'no such passage')
    const { document, kind, partId } = citation.place
    // a page of the web is not asked for: its passage is shown as it was sent
    if (kind === 'web') return { citation, state: 'same', before: '', after: '' }
    if (kind === 'file' || kind === 'folder') return await this.parts.reader.askThread('open', citation)
    const isThere =
      kind === 'chat'
        ? this.parts.conversations.findConversation(document) !== null &&
          this.parts.messages.findMessage(partId ?? '') !== null
        : this.parts.transcripts.findTranscript(document) !== null
    return { citation, state: isThere ? 'same' : 'gone', before: '', after: '' }
  }

  /** Returns the kind of a source; `file` for a source that was removed meanwhile. */
  kindOf(sourceId: string): SourceKind {
    return this.parts.sources.source(sourceId)?.kind ?? 'file'
  }

  /** Handles a progress message of the thread. */
  handleProgress(message: Extract<KnowledgeNews, { readonly kind: 'progress' }>): void {
    // the source may have been removed meanwhile
    if (this.parts.sources.source(message.sourceId) === null) return
    this.progress.set(message.sourceId, message.progress)
    this.emitChange()
  }

  private emitKnowledgeChanged(): null {
    this.start()
    this.emitChange()
    return null
  }

  private emitChange(): void {
    this.cancelTell ??= this.parts.clock.after(tellMs, () => {
      this.cancelTell = null
      this.parts.events.emit('knowledge.changed', {})
    })
  }

  private sourceView(source: StoredSource): KnowledgeSource {
    const { folder, id, itemId, kind } = source
    return { id, kind, name: this.nameOf(source), folder, itemId, progress: this.progress.get(id) ?? notRead }
  }

  /** Returns the name of a source. Chats and transcripts have their present names. */
  private nameOf({ itemId, kind, name }: StoredSource): string {
    if (kind === 'chat') return this.parts.conversations.findConversation(itemId ?? '')?.title ?? name
    return kind === 'transcript' ? (this.parts.transcripts.findTranscript(itemId ?? '')?.title ?? name) : name
  }

  private definition({ collectionId, folder, id, itemId, kind, mediaId, name }: StoredSource): SourceDefinition {
    const path = mediaId === null ? null : this.parts.library.pathOf(mediaId)
    return { id, collectionId, kind, name, path, folder, itemId }
  }
}
