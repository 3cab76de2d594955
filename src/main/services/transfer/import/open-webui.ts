import { z } from 'zod'
import { chatValues } from './chat-values.ts'
import { type ForeignConversation, ownId, portableFrom, type SetAside, timeOf } from './foreign.ts'
import { withoutDetails } from './markup-details.ts'
import { paragraphs, pictureAt, withSources } from './message-text.ts'
import { messageTree, type SaidMessage } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'

/** The parts of a chat that are read (open-webui/open-webui, `src/lib/utils/index.ts`). */
const maybeText = z.string().nullish().catch(null)
const time = z.union([z.number(), z.string()]).nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
const fileSchema = z.object({ type: maybeText, url: maybeText, content_type: maybeText })
const outputSchema = z.object({ type: maybeText, content: list, summary: list })
const sourceSchema = z.object({
  source: z.object({ name: maybeText, url: maybeText }).nullish().catch(null),
  metadata: z
    .array(z.object({ source: maybeText, name: maybeText }).catch({}))
    .nullish()
    .catch(null),
})
const messageSchema = z.object({
  id: maybeText,
  parentId: maybeText,
  role: z.string(),
  content: z.unknown().optional(),
  reasoning_content: maybeText,
  model: maybeText,
  timestamp: time,
  files: list,
  output: list,
  sources: list,
  citations: list,
})
type Message = z.infer<typeof messageSchema>
const innerSchema = z.object({
  title: maybeText,
  models: list,
  system: maybeText,
  params: z.object({ system: maybeText }).nullish().catch(null),
  history: z
    .object({ currentId: maybeText, messages: z.record(z.string(), z.unknown()).nullish().catch(null) })
    .nullish()
    .catch(null),
  messages: list,
  timestamp: time,
})
const chatSchema = z.object({
  id: maybeText,
  title: maybeText,
  chat: innerSchema,
  created_at: time,
  updated_at: time,
  archived: z.boolean().nullish().catch(null),
  pinned: z.boolean().nullish().catch(null),
  meta: z.object({ tags: list }).nullish().catch(null),
})

/** Reads an export of Open WebUI: a list of chats, or one. */
export async function* readOpenWebUi(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  for await (const value of chatValues(parts)) yield* portableFrom('open-webui', conversationOf(value), parts.now)
}

function conversationOf(value: unknown): ForeignConversation | SetAside {
  const parsed = chatSchema.safeParse(value).data
  if (parsed === undefined) return { title: titleOf(value), reason: 'damaged' }
  const { chat, id } = parsed
  const title = parsed.title ?? chat.title ?? ''
  const skipped = new Skips()
  const said = linesOf(chat)
  const system: string[] = []
  const entries = said.map(([key, raw, before]) => {
    const message = messageSchema.safeParse(raw).data
    if (message === undefined) skipped.addSkip('other')
    if (message?.role === 'system') system.push(wordsOf(message.content, new Skips()).text)
    return { key, parent: message?.parentId ?? before, said: message === undefined ? null : saidOf(message, skipped) }
  })
  const tree = messageTree(entries, chat.history?.currentId ?? null)
  if (tree === null) return { title, reason: 'damaged' }
  const [model] = (chat.models ?? []).filter((one) => typeof one === 'string')
  return {
    key: id ?? ownId('open-webui', JSON.stringify([title, parsed.created_at, said.map(([key]) => key)])),
    title,
    createdAt: timeOf(parsed.created_at ?? chat.timestamp, 's'),
    activeAt: timeOf(parsed.updated_at, 's'),
    model: model ?? '',
    system: paragraphs([chat.params?.system ?? chat.system, ...system]),
    pinned: parsed.pinned === true,
    archived: parsed.archived === true,
    tags: (parsed.meta?.tags ?? []).filter((tag) => typeof tag === 'string'),
    messages: tree.messages,
    leaf: tree.leaf,
    skipped,
  }
}

function titleOf(value: unknown): string {
  return z.object({ title: z.string() }).safeParse(value).data?.title ?? ''
}

/** Messages with their keys and the key of the previous one; the older format is one list without a tree. */
function linesOf({ history, messages }: z.infer<typeof innerSchema>): readonly [string, unknown, string | null][] {
  const tree = Object.entries(history?.messages ?? {})
  if (tree.length > 0) return tree.map(([key, message]) => [key, message, null])
  const keys = (messages ?? []).map((message, index) => messageSchema.safeParse(message).data?.id ?? `line ${index}`)
  return (messages ?? []).map((message, index) => [keys[index] ?? '', message, keys[index - 1] ?? null])
}

function saidOf(message: Message, skipped: Skips): SaidMessage | null {
  const { role } = message
  if (role === 'system') return null
  if (role !== 'user' && role !== 'assistant') {
    skipped.addSkip('tool')
    return null
  }
  const words = wordsOf(message.content, skipped)
  const details = role === 'assistant' ? withoutDetails(words.text) : { text: words.text, thinking: '', tools: 0 }
  skipped.addSkip('tool', details.tools)
  const thinking = thoughtsOf(message) || details.thinking
  const text = withSources(details.text.trim(), sourcesOf(message))
  const pictures = [...words.pictures, ...filesOf(message, skipped)]
  if (text === '' && thinking === '' && pictures.length === 0) return null
  return { role, text, model: message.model ?? '', at: timeOf(message.timestamp, 's'), pictures, thinking }
}

/** Returns the words of a content: a text, or a list of parts. */
function wordsOf(
  content: unknown,
  skipped: Skips,
): { readonly text: string; readonly pictures: readonly PictureSource[] } {
  if (typeof content === 'string') return { text: content, pictures: [] }
  const part = z.object({
    text: z.string().optional(),
    image_url: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  })
  const parts = (Array.isArray(content) ? content : []).map((one) => part.safeParse(one).data)
  skipped.addSkip('other', parts.filter((one) => one?.text === undefined && one?.image_url === undefined).length)
  return {
    text: paragraphs(parts.map((one) => one?.text)),
    pictures: parts.flatMap((one) =>
      one?.image_url === undefined
        ? []
        : [pictureAt(typeof one.image_url === 'string' ? one.image_url : one.image_url.url)],
    ),
  }
}

function filesOf({ files }: Message, skipped: Skips): readonly PictureSource[] {
  return (files ?? []).flatMap((value) => {
    const file = fileSchema.safeParse(value).data
    const isPicture = file?.type === 'image' || file?.content_type?.startsWith('image/') === true
    if (isPicture) return [pictureAt(file?.url ?? '')]
    skipped.addSkip('attachment')
    return []
  })
}

/** Returns the thoughts. Newer versions keep a model's output in parts. */
function thoughtsOf({ output, reasoning_content: other }: Message): string {
  const text = z.object({ text: z.string() })
  const thoughts = (output ?? []).flatMap((value) => {
    const part = outputSchema.safeParse(value).data
    if (part?.type !== 'reasoning') return []
    return [...(part.content ?? []), ...(part.summary ?? [])].map((one) => text.safeParse(one).data?.text)
  })
  return paragraphs([other, ...thoughts])
}

function sourcesOf({ citations, sources }: Message): readonly unknown[] {
  return [...(sources ?? []), ...(citations ?? [])].flatMap((value) => {
    const found = sourceSchema.safeParse(value).data
    const pages = (found?.metadata ?? []).map(({ name, source }) => ({ url: source, title: name }))
    return [{ url: found?.source?.url ?? found?.source?.name, title: found?.source?.name }, ...pages]
  })
}
