import { fail } from '../../../../shared/errors.ts'
import { assistantFrom, type ForeignConversation, portableFrom, type SetAside, timeOf } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'
import { LobeAssistants } from './lobehub-assistants.ts'
import {
  type LobeMessage,
  lobeMessageSchema,
  lobePlaceSchema,
  lobeSessionSchema,
  saidInLobe,
} from './lobehub-message.ts'
import { messageTree, type TreeEntry } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'
import { SpooledParts } from './spooled-parts.ts'

const tables = new Set(['sessions', 'topics', 'threads', 'messages', 'agents', 'agentsToSessions'])

/** Reads an export of LobeHub (before: LobeChat), whose messages of all chats are in one list. */
export async function* readLobeHub(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const chats = new LobeChats(new SpooledParts(parts.spool<LobeMessage>()))
  for (const file of parts.files) {
    const content = contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length))
    for await (const { path, value } of jsonValues(content, choose)) {
      const [, table, key] = path
      if (table !== undefined && key !== undefined) chats.addValue(String(table), String(key), value)
    }
  }
  for (const chat of chats.allChats()) yield* portableFrom('lobehub', chat, parts.now)
  for (const assistant of chats.assistants.allAssistants()) yield* assistantFrom('lobehub', assistant)
}

/** Chooses the tables to read: `state` holds those of a browser, `data` those of a database. */
function choose([top, table, key]: JsonPath): JsonChoice {
  if (top === undefined) return 'enter'
  if (top !== 'state' && top !== 'data') return 'skip'
  if (table === undefined) return 'enter'
  if (table === 'inbox' && key === undefined) return 'enter'
  if (!tables.has(String(table)) && table !== 'inbox') return 'skip'
  return key === undefined ? 'enter' : 'take'
}

/** Place of a chat: a topic of an assistant, and a thread of that. */
interface Place {
  readonly session: string | null
  readonly topic: string | null
  readonly thread: string | null
}

interface Chat {
  readonly place: Place
  readonly parts: string[]
  /** Number of invalid messages. */
  odd: number
}

class LobeChats {
  readonly assistants = new LobeAssistants()
  private readonly spool: SpooledParts<LobeMessage>
  private readonly chats = new Map<string, Chat>()
  private count = 0

  constructor(spool: SpooledParts<LobeMessage>) {
    this.spool = spool
  }

  addValue(table: string, key: string, value: unknown): void {
    if (table === 'messages') this.addMessage(value, null)
    else if (table === 'inbox') this.addInner({ [key]: value }, 'inbox')
    else {
      this.assistants.addValue(table, key, value)
      if (table === 'sessions') this.addInner(value, key)
    }
  }

  *allChats(): Generator<ForeignConversation | SetAside> {
    for (const chat of this.chats.values()) yield this.chatOf(chat)
  }

  /** Adds messages that older versions keep within their session. */
  private addInner(value: unknown, key: string): void {
    const session = lobeSessionSchema.safeParse(value).data
    for (const [id, topic] of Object.entries(session?.topics ?? {})) this.assistants.addValue('topics', id, topic)
    for (const message of Object.values(session?.chats ?? {})) this.addMessage(message, session?.id ?? key)
  }

  private addMessage(value: unknown, session: string | null): void {
    const message = lobeMessageSchema.safeParse(value).data
    // also an odd message belongs to a chat
    const about = lobePlaceSchema.safeParse(value).data
    const place = {
      session: session ?? about?.sessionId ?? about?.agentId ?? null,
      topic: about?.topicId ?? null,
      thread: about?.threadId ?? null,
    }
    const key = JSON.stringify([place.session, place.topic, place.thread])
    const chat = this.chats.get(key) ?? { place, parts: [], odd: 0 }
    this.chats.set(key, chat)
    if (message === undefined) {
      chat.odd += 1
      return
    }
    if (chat.parts.length >= messagesMax) fail('import_not_read', 'a chat of far too many messages')
    this.count += 1
    const id = String(this.count)
    this.spool.addPart(id, message)
    chat.parts.push(id)
  }

  private chatOf({ odd, parts, place }: Chat): ForeignConversation | SetAside {
    const about = this.assistants.about(place)
    const skipped = new Skips()
    const messages = parts.map((id) => this.spool.readPart(id)).filter((message) => message !== null)
    skipped.addSkip('other', odd)
    const tree = messageTree(entriesOf(messages, skipped), null)
    if (tree === null || (odd > 0 && tree.messages.length === 0)) return { title: about.title, reason: 'damaged' }
    return {
      ...about,
      key: JSON.stringify([place.session, place.topic, place.thread]),
      messages: tree.messages,
      leaf: tree.leaf,
      skipped,
    }
  }
}

/**
 * Returns the messages by time, because the list has no order. A message names the one that it answers, or follows the
 * one before.
 */
function entriesOf(messages: readonly LobeMessage[], skipped: Skips): readonly TreeEntry[] {
  const timed = messages.map((message, index) => ({ message, index, at: timeOf(message.createdAt) ?? 0 }))
  timed.sort((one, other) => one.at - other.at || one.index - other.index)
  const seen = new Set<string>()
  let before: string | null = null
  return timed.map(({ message, index }) => {
    const key: string = message.id ?? `line ${index}`
    const named = message.parentId
    const parent = named != null && seen.has(named) ? named : before
    seen.add(key)
    before = key
    return { key, parent, said: saidInLobe(message, skipped) }
  })
}
