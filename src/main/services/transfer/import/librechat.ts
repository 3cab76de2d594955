import { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
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

/** Deepest answer in a tree of messages that is read. */
const depthMax = 20_000

/** Reads exports of LibreChat: one chat in a file, or many files, with messages in a list or a tree. */
export async function* readLibreChat(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  for (const file of parts.files)
    for await (const chat of chatsOf(file, parts)) yield* portableFrom('librechat', chat, parts.now)
}

/** Reads message by message, because a tree is as deep as its chat is long. */
async function* chatsOf(file: SourceFile, parts: ReadParts): AsyncGenerator<ForeignConversation | SetAside> {
  let current: string | number | null = null
  let chat = new LibreChat()
  const content = contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length))
  for await (const { path, value } of jsonValues(content, choose)) {
    const [first = '', ...rest] = path
    const [index, inner] = typeof first === 'number' ? [first, rest] : ['', path]
    if (current !== null && index !== current) {
      yield chat.ended()
      chat = new LibreChat()
    }
    current = index
    chat.add(inner, value)
  }
  if (current !== null) yield chat.ended()
}

function choose(path: JsonPath): JsonChoice {
  if (path.length > depthMax) fail('import_not_read', 'a chat that is nested too deep')
  const [first, ...rest] = path
  if (first === undefined || (typeof first === 'number' && rest.length === 0)) return 'enter'
  const [field, ...inner] = typeof first === 'number' ? rest : path
  if (field !== 'messages' && field !== 'messagesTree') return inner.length === 0 ? 'take' : 'skip'
  const last = inner.at(-1)
  return last === undefined || typeof last === 'number' || last === 'children' ? 'enter' : 'take'
}

class LibreChat {
  private readonly facts = new Map<string, unknown>()
  /** Fields of the messages, by their place in the file. */
  private readonly messages = new Map<string, Map<string, unknown>>()

  add(path: JsonPath, value: unknown): void {
    const [field, ...inner] = path
    const name = inner.at(-1)
    if (field === undefined) return
    if (inner.length === 0) this.facts.set(String(field), value)
    if (name === undefined) return
    const place = (typeof name === 'number' ? inner : inner.slice(0, -1)).join('/')
    const fields = this.messages.get(place) ?? new Map<string, unknown>()
    if (fields.size === 0) this.messages.set(place, fields)
    if (this.messages.size > messagesMax) fail('import_not_read', 'a chat of far too many messages')
    fields.set(String(name), value)
  }

  ended(): ForeignConversation | SetAside {
    const chat = chatSchema.safeParse(Object.fromEntries(this.facts)).data
    const title = chat?.title ?? ''
    if (chat?.conversationId == null) return { title, reason: 'damaged' }
    const skipped = new Skips()
    const keys = new Map<string, string>()
    let before: string | null = null
    const entries = [...this.messages].map(([place, fields]) => {
      const message = libreMessageSchema.safeParse(Object.fromEntries(fields)).data
      const key: string = message?.messageId ?? place
      keys.set(place, key)
      if (message === undefined) skipped.add('other')
      const around = place.lastIndexOf('/children/')
      const parent =
        around >= 0 ? (keys.get(place.slice(0, around)) ?? null) : parentOf(message?.parentMessageId, before)
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

/** A first message names an id of zeros. Without any name, a message follows the one before. */
function parentOf(named: string | null | undefined, before: string | null): string | null {
  if (named == null) return before
  return /^[0-]{1,40}$/.test(named) ? null : named
}
