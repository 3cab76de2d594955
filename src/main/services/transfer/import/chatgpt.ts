import { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
import { type ForeignConversation, type ForeignMessage, ownId, portableFrom, Skips, timeOf } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'

/** Large exports have several files. */
export const conversationsName = /(^|\/)conversations(-\d+)?\.json$/

const maybeText = z.string().nullish()
const maybeTime = z.number().nullish()
const messageSchema = z.object({
  author: z.object({ role: z.string() }),
  content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).nullish() }),
  create_time: maybeTime,
  metadata: z
    .object({ model_slug: maybeText, is_visually_hidden_from_conversation: z.boolean().nullish() })
    .nullish()
    .catch(null),
  recipient: maybeText,
})
const nodeSchema = z.object({ parent: maybeText, message: messageSchema.nullish() })
const conversationSchema = z.object({
  title: maybeText,
  create_time: maybeTime,
  update_time: maybeTime,
  current_node: maybeText,
  conversation_id: maybeText,
  id: maybeText,
  default_model_slug: maybeText,
  is_starred: z.boolean().nullish().catch(null),
})
type Node = z.infer<typeof nodeSchema>
type Conversation = z.infer<typeof conversationSchema> & { readonly mapping: ReadonlyMap<string, Node> }
type Message = z.infer<typeof messageSchema>

const pointerSchema = z.object({ content_type: z.literal('image_asset_pointer'), asset_pointer: z.string() })

/** Reads the export of ChatGPT: `conversations.json`, alone or in a ZIP with its pictures. */
export async function* readChatGpt(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const files = [...parts.source.files.values()]
  const found = files.filter(({ name }) => conversationsName.test(name))
  const pictures = picturesOf(parts.source)
  // a single file may have any name
  for (const file of found.length === 0 ? files.slice(0, 1) : found) {
    for await (const conversation of conversationsOf(file, parts))
      yield* portableFrom('chatgpt', foreignConversation(conversation, pictures), parts.now)
  }
}

/** Builds the conversations of a file message by message, because a whole one may take long to parse. */
async function* conversationsOf(file: SourceFile, parts: ReadParts): AsyncGenerator<Conversation> {
  let current: number | string | undefined
  let facts: Record<string, unknown> = {}
  let mapping = new Map<string, Node>()
  for await (const { path, value } of jsonValues(
    contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length)),
    choose,
  )) {
    const [index, field, key] = path
    if (field === undefined || (field === 'mapping' && key === undefined))
      fail('import_damaged', 'a conversation that makes no sense')
    if (current !== undefined && index !== current) {
      yield conversationFrom(facts, mapping)
      facts = {}
      mapping = new Map()
    }
    current = index
    if (mapping.size >= messagesMax) fail('import_not_read', 'a conversation of far too many messages')
    if (key === undefined) facts[String(field)] = value
    else mapping.set(String(key), nodeFrom(key, value))
  }
  if (current !== undefined) yield conversationFrom(facts, mapping)
}

function choose([, field, key]: JsonPath): JsonChoice {
  if (field === undefined || (field === 'mapping' && key === undefined)) return 'enter'
  return field === 'mapping' || Object.hasOwn(conversationSchema.shape, field) ? 'take' : 'skip'
}

function nodeFrom(key: string | number, value: unknown): Node {
  const node = typeof key === 'string' ? nodeSchema.safeParse(value).data : undefined
  return node ?? fail('import_damaged', 'a message that makes no sense')
}

function conversationFrom(facts: Record<string, unknown>, mapping: ReadonlyMap<string, Node>): Conversation {
  const parsed = conversationSchema.safeParse(facts).data
  return { ...(parsed ?? fail('import_damaged', 'a conversation that makes no sense')), mapping }
}

/** A conversation with its tree. Throws an AppFailure `import_damaged` for a cycle or a missing parent. */
export function foreignConversation(
  conversation: Conversation,
  pictures: ReadonlyMap<string, string>,
): ForeignConversation {
  const skipped = new Skips()
  const nodes = conversation.mapping
  /** For every node: the key of the nearest imported message at or above it. */
  const nearest = new Map<string, string | null>()
  const messages: ForeignMessage[] = []
  let system = ''
  for (const key of inOrder(nodes)) {
    const { message, parent } = nodes.get(key) ?? {}
    const above = parent == null ? null : (nearest.get(parent) ?? null)
    const taken = message == null ? null : takenFrom(message, pictures, skipped)
    if (message?.author.role === 'system' && system === '') system = textOf(message)
    nearest.set(key, taken === null ? above : key)
    if (taken !== null) messages.push({ ...taken, key, parent: above })
  }
  const { conversation_id, current_node, id } = conversation
  return {
    key: conversation_id ?? id ?? ownId('chatgpt', JSON.stringify([conversation.create_time, ...nodes.keys()])),
    title: conversation.title ?? '',
    createdAt: timeOf(conversation.create_time, 's'),
    activeAt: timeOf(conversation.update_time, 's'),
    model: conversation.default_model_slug ?? messages.findLast(({ model }) => model !== '')?.model ?? '',
    system,
    pinned: conversation.is_starred ?? false,
    messages,
    leaf: current_node == null ? null : (nearest.get(current_node) ?? null),
    skipped,
  }
}

/** The keys of a tree: each after its parent's, otherwise in file order. */
function inOrder(nodes: ReadonlyMap<string, Node>): readonly string[] {
  const children = new Map<string | null, string[]>()
  for (const [key, { parent }] of nodes) {
    if (parent != null && !nodes.has(parent)) fail('import_damaged', 'a message whose parent is not there')
    const siblings = children.get(parent ?? null)
    if (siblings === undefined) children.set(parent ?? null, [key])
    else siblings.push(key)
  }
  const order = [...(children.get(null) ?? [])]
  // the list grows during the loop
  for (const key of order) for (const child of children.get(key) ?? []) order.push(child)
  if (order.length < nodes.size) fail('import_damaged', 'messages that go in a circle')
  return order
}

/** Imported part of a message; null for a skipped one. */
function takenFrom(
  message: Message,
  pictures: ReadonlyMap<string, string>,
  skipped: Skips,
): Omit<ForeignMessage, 'key' | 'parent'> | null {
  const { author, content, metadata, recipient } = message
  if (metadata?.is_visually_hidden_from_conversation === true || author.role === 'system') return null
  if (!/^(text|multimodal_text)$/.test(content.content_type)) {
    skipped.add(reasonOf(content.content_type))
    return null
  }
  const fromTool = author.role !== 'user' && author.role !== 'assistant'
  const sources = (content.parts ?? []).flatMap((part) => pictureFrom(part, pictures, skipped))
  // messages to and from a tool are left out, but pictures it made are kept
  const text = fromTool ? '' : textOf(message)
  if ((recipient != null && recipient !== 'all') || (fromTool && sources.length === 0)) {
    skipped.add('tool')
    return null
  }
  if (text.trim() === '' && sources.length === 0) return null
  return {
    role: author.role === 'user' ? 'user' : 'assistant',
    text,
    model: metadata?.model_slug ?? '',
    at: timeOf(message.create_time, 's'),
    pictures: sources,
  }
}

function reasonOf(contentType: string): 'thinking' | 'tool' | 'other' {
  if (/^(thoughts|reasoning_recap)$/.test(contentType)) return 'thinking'
  return /^(code|execution_output|tether_\w+|computer_output|system_error)$/.test(contentType) ? 'tool' : 'other'
}

function textOf({ content }: Message): string {
  return (content.parts ?? [])
    .filter((part) => typeof part === 'string')
    .join('\n')
    .trim()
}

function pictureFrom(part: unknown, pictures: ReadonlyMap<string, string>, skipped: Skips): readonly PictureSource[] {
  if (typeof part === 'string') return []
  const pointer = pointerSchema.safeParse(part).data
  if (pointer === undefined) {
    skipped.add('attachment')
    return []
  }
  const path = pictures.get(pointer.asset_pointer.replace(/^[a-z-]+:\/\//, '').split(/[#?]/, 1)[0] ?? '')
  return [path === undefined ? { kind: 'missing' } : { kind: 'file', path }]
}

/** Files of an export by the ids that messages use: `file-AbC-name.png` is `file-AbC`. */
function picturesOf({ files }: ImportSource): ReadonlyMap<string, string> {
  return new Map(
    [...files.keys()].flatMap((path) => {
      const id = /^file[-_][A-Za-z0-9]+/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
      return id === undefined ? [] : [[id, path] as const]
    }),
  )
}
