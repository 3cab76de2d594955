import { z } from 'zod'
import { fenced } from '../fenced-text.ts'
import { timeOf } from './foreign.ts'
import { paragraphs, pictureAt, withSources } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { PictureSource } from './portable-items.ts'
import type { Skips } from './skips.ts'

const maybeText = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
const words = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
const partSchema = z.object({
  type: z.string(),
  text: words.nullish().catch(null),
  think: words.nullish().catch(null),
  image_url: z
    .union([z.string(), z.object({ url: z.string() })])
    .nullish()
    .catch(null),
  tool_call: z
    .object({ code_interpreter: z.object({ input: maybeText }).nullish().catch(null) })
    .nullish()
    .catch(null),
})
export const libreMessageSchema = z.object({
  messageId: maybeText,
  parentMessageId: maybeText,
  isCreatedByUser: z.boolean().nullish().catch(null),
  sender: maybeText,
  model: maybeText,
  text: maybeText,
  content: list,
  createdAt: z.unknown().optional(),
  files: list,
  attachments: list,
})
export type LibreMessage = z.infer<typeof libreMessageSchema>

/** Returns the imported part of a message of LibreChat. */
export function saidInLibre(message: LibreMessage, skipped: Skips): SaidMessage | null {
  const isUser = message.isCreatedByUser ?? message.sender?.toLowerCase() === 'user'
  const parts = (message.content ?? []).map((part) => partSchema.safeParse(part).data)
  const texts = parts.map((part) => textOf(part, skipped))
  const pictures = [...parts.flatMap(pictureOf), ...filesOf(message, skipped)]
  const said = paragraphs(texts) || (message.text ?? '').trim()
  const older = isUser ? { thinking: '', text: said } : withoutThought(said)
  const text = withSources(older.text, sourcesOf(message))
  const thinking = paragraphs([...parts.map((part) => part?.think), older.thinking])
  if (text === '' && thinking === '' && pictures.length === 0) return null
  const role = isUser ? 'user' : 'assistant'
  return { role, text, thinking, model: message.model ?? '', at: timeOf(message.createdAt), pictures }
}

/**
 * Splits off the thinking that older versions write before the answer: `:::thinking`, the thinking, and `:::` on
 * separate lines.
 */
function withoutThought(said: string): { readonly thinking: string; readonly text: string } {
  const begin = ':::thinking\n'
  const end = said.startsWith(begin) ? said.indexOf('\n:::', begin.length - 1) : -1
  const after = said.slice(end + '\n:::'.length)
  if (end < 0 || !/^[ \t]*(?:\n|$)/.test(after)) return { thinking: '', text: said }
  return { thinking: said.slice(begin.length, end).trim(), text: after.trim() }
}

function textOf(part: z.infer<typeof partSchema> | undefined, skipped: Skips): string {
  const code = part?.tool_call?.code_interpreter?.input ?? ''
  if (code !== '') return fenced(code, 'python')
  if (part?.type === 'tool_call') skipped.addSkip('tool')
  else if (part === undefined || !/^(text|think|error|image_url|image_file)$/.test(part.type)) skipped.addSkip('other')
  return part?.text ?? ''
}

function pictureOf(part: z.infer<typeof partSchema> | undefined): readonly PictureSource[] {
  if (part?.type === 'image_file') return [{ kind: 'missing' }]
  const url = part?.image_url
  return url == null ? [] : [pictureAt(typeof url === 'string' ? url : url.url)]
}

/** Returns the pictures of a message. Files are on the server: pictures are missing, and others are left out. */
function filesOf({ files }: LibreMessage, skipped: Skips): readonly PictureSource[] {
  const type = z.object({ type: z.string().optional(), width: z.number().optional() })
  return (files ?? []).flatMap((value) => {
    const file = type.safeParse(value).data
    if (file?.width !== undefined || file?.type?.startsWith('image/') === true) return [{ kind: 'missing' } as const]
    skipped.addSkip('attachment')
    return []
  })
}

function sourcesOf({ attachments }: LibreMessage): readonly unknown[] {
  const search = z.object({ web_search: z.object({ organic: z.array(z.unknown()) }) })
  return (attachments ?? []).flatMap((one) => search.safeParse(one).data?.web_search.organic ?? [])
}
