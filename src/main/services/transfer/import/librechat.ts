import { z } from 'zod'
import { type ForeignConversation, portableFrom, type SetAside, timeOf } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'
import { libreMessageSchema, saidInLibre } from './librechat-message.ts'
import { paragraphs } from './message-text.ts'
import { messageTree } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'

/** The parts of a chat that are read (danny-avila/LibreChat, `useExportConversation.ts`). */
const maybeText = z.string().nullish().catch(null)
const chatSchema = z.object({
  conversationId: maybeText,
  title: maybeText,
  model: maybeText,
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
  isArchived: z.boolean().nullish().catch(null),
  tags: z.array(z.unknown()).nullish().catch(null),
  options: z
    .object({ model: maybeText, promptPrefix: maybeText, system: maybeText, instructions: maybeText })
    .nullish()
    .catch(null),
})

/** Maximum number of levels of a tree of messages; each is a list within a message. */
const levelsMax = 10_000

/** Reads exports of LibreChat: one chat in a file, or many files, with messages in a list or a tree. */
export async function* readLibreChat(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  for (const file of parts.files)
    for await (const chat of chatsOf(file, parts)) yield* portableFrom('librechat', chat, parts.now)
}

/** Reads message by message, because a tree is as deep as its chat is long. */
async function* chatsOf(file: SourceFile, parts: ReadParts): AsyncGenerator<ForeignConversation | SetAside> {
  let current: string | number | null = null
  let chat = new LibreChat()
  /** The last chat with a branch beyond the bound. */
  let beyond: string | number | null = null
  const choose = (path: JsonPath): JsonChoice => {
    const isBeyond = path.length > 2 * levelsMax + 3
    if (isBeyond) beyond = typeof path[0] === 'number' ? path[0] : ''
    return isBeyond ? 'skip' : choiceOf(path)
  }
  const content = contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length))
  for await (const { path, value } of jsonValues(content, choose)) {
    const index = typeof path[0] === 'number' ? path[0] : ''
    if (current !== null && index !== current) {
      yield chat.wholeChat(beyond === current)
      chat = new LibreChat()
    }
    current = index
    chat.addValue(path, value)
  }
  if (current !== null) yield chat.wholeChat(beyond === current)
}

/** Returns the position of a chat's field in a path. */
function fieldAt(path: JsonPath): number {
  return typeof path[0] === 'number' ? 1 : 0
}

/** Chooses without copying the path, which is as long as a tree is deep. */
function choiceOf(path: JsonPath): JsonChoice {
  const at = fieldAt(path)
  if (path.length <= at) return 'enter'
  const field = path[at]
  if (field !== 'messages' && field !== 'messagesTree') return path.length === at + 1 ? 'take' : 'skip'
  const last = path.at(-1)
  return path.length === at + 1 || typeof last === 'number' || last === 'children' ? 'enter' : 'take'
}

/** A message with the fields read of it. */
interface ReadMessage {
  /** The list at its root: `messages` or `messagesTree`. */
  readonly list: string
  /** Number of its parent message; null for none. */
  readonly around: number | null
  readonly fields: Map<string, unknown>
}

class LibreChat {
  private readonly facts = new Map<string, unknown>()
  /** Messages by number, in the order of the file. */
  private readonly messages: ReadMessage[] = []
  /** The message being read and its ancestors, by their places. */
  private readonly open: { readonly list: string; readonly place: string | number; readonly number: number }[] = []
  private isTooLong = false

  addValue(path: JsonPath, value: unknown): void {
    const at = fieldAt(path)
    const name = path.at(-1)
    if (name === undefined || path.length <= at) return
    if (path.length === at + 1) this.facts.set(String(name), value)
    // a message that is not an object has its value under its index
    else
      this.messageAt(path, at, typeof name === 'number' ? path.length : path.length - 1)?.fields.set(
        String(name),
        value,
      )
  }

  /**
   * Returns the message that a path leads to: `messages`, an index, `children`, an index. Null beyond the message limit
   * of a chat.
   */
  private messageAt(path: JsonPath, at: number, end: number): ReadMessage | null {
    const { open } = this
    const list = String(path[at])
    const levels = Math.floor((end - at) / 2)
    let level = 0
    while (level < levels && open[level]?.place === path[at + 1 + 2 * level] && open[0]?.list === list) level += 1
    open.length = level
    for (; level < levels; level += 1) {
      if (this.messages.length >= messagesMax) {
        this.isTooLong = true
        return null
      }
      const around = open.at(-1)?.number ?? null
      open.push({ list, place: path[at + 1 + 2 * level] ?? '', number: this.messages.length })
      this.messages.push({ list, around, fields: new Map() })
    }
    return this.messages[open.at(-1)?.number ?? -1] ?? null
  }

  /** Returns the whole chat. A chat with a branch beyond the bound is set aside. */
  wholeChat(isBeyond: boolean): ForeignConversation | SetAside {
    const chat = chatSchema.safeParse(Object.fromEntries(this.facts)).data
    const title = chat?.title ?? ''
    if (chat?.conversationId == null || isBeyond || this.isTooLong) return { title, reason: 'damaged' }
    const skipped = new Skips()
    const keys: string[] = []
    let before: string | null = null
    const lists = new Map<string, string>()
    const entries = this.messages.flatMap(({ around, fields, list }, index) => {
      const message = libreMessageSchema.safeParse(Object.fromEntries(fields)).data
      const key: string = message?.messageId ?? `line ${index}`
      keys.push(key)
      // a file may have its messages in both lists
      if ((lists.get(key) ?? list) !== list) return []
      lists.set(key, list)
      if (message === undefined) skipped.addSkip('other')
      const parent = around === null ? parentOf(message?.parentMessageId, before) : (keys[around] ?? null)
      before = key
      return { key, parent, said: message === undefined ? null : saidInLibre(message, skipped) }
    })
    const tree = messageTree(entries, null)
    if (tree === null) return { title, reason: 'damaged' }
    const { options } = chat
    return {
      key: chat.conversationId,
      title,
      createdAt: timeOf(chat.createdAt),
      activeAt: timeOf(chat.updatedAt),
      model: options?.model ?? chat.model ?? '',
      system: paragraphs([options?.promptPrefix ?? options?.system ?? options?.instructions]),
      pinned: false,
      archived: chat.isArchived === true,
      tags: (chat.tags ?? []).filter((tag) => typeof tag === 'string'),
      messages: tree.messages,
      leaf: tree.leaf,
      skipped,
    }
  }
}

/**
 * Returns the parent of a message. A first message names an id of zeros. Without any name, a message follows the one
 * before.
 */
function parentOf(named: string | null | undefined, before: string | null): string | null {
  if (named == null) return before
  return /^[0-]{1,40}$/.test(named) ? null : named
}
