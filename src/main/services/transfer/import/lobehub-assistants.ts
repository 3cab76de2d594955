import { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
import { type ForeignAssistant, type ForeignConversation, timeOf } from './foreign.ts'
import { partsMax } from './import-bounds.ts'
import { type LobeSession, lobeSessionSchema } from './lobehub-message.ts'

type About = Pick<ForeignConversation, 'title' | 'system' | 'model' | 'pinned' | 'createdAt' | 'activeAt' | 'folder'>

const linkSchema = z.object({ agentId: z.string(), sessionId: z.string() })

/** Sessions, topics, threads and assistants of an export of LobeHub, by id. */
export class LobeAssistants {
  private readonly tables = new Map<string, Map<string, LobeSession>>()
  /** Assistants by session. */
  private readonly agentOf = new Map<string, string>()
  private count = 0

  addValue(table: string, key: string, value: unknown): void {
    this.count += 1
    if (this.count > partsMax) fail('import_not_read', 'far too many topics')
    if (table === 'agentsToSessions') {
      const link = linkSchema.safeParse(value).data
      if (link !== undefined) this.agentOf.set(link.sessionId, link.agentId)
      return
    }
    const entry = lobeSessionSchema.safeParse(value).data
    if (entry === undefined) return
    const entries = this.tables.get(table) ?? new Map<string, LobeSession>()
    // the messages are kept elsewhere
    entries.set(entry.id ?? key, { ...entry, chats: null, topics: null })
    this.tables.set(table, entries)
  }

  /** Metadata of a chat. Topics of an assistant are together in a folder. */
  about(place: {
    readonly session: string | null
    readonly topic: string | null
    readonly thread: string | null
  }): About {
    const topic = this.findSession('topics', place.topic)
    const thread = this.findSession('threads', place.thread)
    const sessionId = place.session ?? topic?.sessionId ?? topic?.agentId ?? null
    const session = this.findSession('sessions', sessionId)
    const agent = this.findSession('agents', sessionId === null ? null : (this.agentOf.get(sessionId) ?? sessionId))
    const name = nameOf(session) || nameOf(agent)
    const system = session?.config?.systemRole ?? agent?.systemRole ?? ''
    const titles = [nameOf(topic) || name, nameOf(thread)].filter((title) => title !== '')
    return {
      title: titles.join(' · '),
      system,
      model: session?.config?.model ?? agent?.model ?? session?.model ?? '',
      pinned: Boolean(topic === null ? session?.pinned : topic.favorite),
      createdAt: timeOf(thread?.createdAt ?? topic?.createdAt),
      activeAt: timeOf(thread?.updatedAt ?? topic?.updatedAt),
      folder: name === '' || sessionId === null ? null : { key: sessionId, name, system },
    }
  }

  /** Assistants with instructions. */
  *allAssistants(): Generator<ForeignAssistant> {
    const sessionOf = new Map([...this.agentOf].map(([session, agent]) => [agent, session]))
    const entries = [...(this.tables.get('sessions') ?? []), ...(this.tables.get('agents') ?? [])]
    for (const [key, entry] of entries) {
      const system = entry.config?.systemRole ?? entry.systemRole ?? ''
      const name = nameOf(entry) || nameOf(this.findSession('sessions', sessionOf.get(key) ?? null))
      const description = entry.meta?.description ?? entry.description ?? ''
      if (system.trim() !== '' && name !== '') yield { key, name, description, system }
    }
  }

  private findSession(table: string, id: string | null): LobeSession | null {
    return id === null ? null : (this.tables.get(table)?.get(id) ?? null)
  }
}

function nameOf(entry: LobeSession | null): string {
  return (entry?.meta?.title ?? entry?.title ?? '').trim()
}
