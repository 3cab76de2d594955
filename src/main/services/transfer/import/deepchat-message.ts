import { z } from 'zod'
import { fenced } from '../fenced-text.ts'
import { jsonIn, textIn } from './database-chats.ts'
import { timeOf } from './foreign.ts'
import { paragraphs, pictureAt } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { PictureSource } from './portable-items.ts'
import type { Skips } from './skips.ts'
import type { SqliteRow } from './sqlite-file.ts'

const maybeText = z.string().nullish().catch(null)
const fileSchema = z.object({ name: maybeText, content: maybeText, mimeType: maybeText })
const userSchema = z.object({
  text: maybeText,
  content: z
    .array(z.object({ content: maybeText }).catch({}))
    .nullish()
    .catch(null),
  files: z.array(fileSchema.catch({})).nullish().catch(null),
})
const blockSchema = z.object({
  type: z.string(),
  content: maybeText,
  artifact: z.object({ title: maybeText, type: maybeText, language: maybeText }).nullish().catch(null),
  image_data: z.object({ data: z.string(), mimeType: z.string() }).nullish().catch(null),
})
type Block = z.infer<typeof blockSchema>

/** Returns the imported part of a message of DeepChat: a question is an object, an answer a list of blocks. */
export function saidInDeepChat(row: SqliteRow, content: unknown, skipped: Skips): SaidMessage | null {
  const role = textIn(row, 'role')
  if (role === 'system') return null
  if (role !== 'user' && role !== 'assistant') {
    skipped.addSkip('tool')
    return null
  }
  const said = role === 'user' ? asked(content, row, skipped) : answered(content, row, skipped)
  if (said.text === '' && said.thinking === '' && said.pictures.length === 0) return null
  const metadata = z.object({ model: z.string() }).safeParse(jsonIn(row, 'metadata')).data
  return { ...said, role, model: metadata?.model ?? '', at: timeOf(row.created_at) }
}

interface Said {
  readonly text: string
  readonly thinking: string
  readonly pictures: readonly PictureSource[]
}

function asked(content: unknown, row: SqliteRow, skipped: Skips): Said {
  const user = userSchema.safeParse(content).data
  // the oldest questions are plain text
  if (user === undefined) return { text: textIn(row, 'content').trim(), thinking: '', pictures: [] }
  const files = user.files ?? []
  const pictures = files
    .filter(({ mimeType }) => mimeType?.startsWith('image/') === true)
    .map(({ content: data }) => pictureAt(data ?? ''))
  skipped.addSkip('attachment', files.length - pictures.length)
  const inner = (user.content ?? []).map((part) => part.content ?? '').join('')
  return { text: (user.text ?? '').trim() || inner.trim(), thinking: '', pictures }
}

function answered(content: unknown, row: SqliteRow, skipped: Skips): Said {
  if (!Array.isArray(content)) return { text: textIn(row, 'content').trim(), thinking: '', pictures: [] }
  const blocks = content.flatMap((one) => blockSchema.safeParse(one).data ?? [])
  const thoughts = blocks.filter(({ type }) => type === 'reasoning_content' || type === 'artifact-thinking')
  return {
    text: paragraphs(blocks.map((block) => textOf(block, skipped))),
    thinking: paragraphs(thoughts.map((block) => block.content)),
    pictures: blocks.flatMap(pictureOf),
  }
}

function textOf({ artifact, content, type }: Block, skipped: Skips): string {
  if (artifact != null) {
    const isProse = artifact.type === 'text/markdown'
    return paragraphs([
      artifact.title == null ? '' : `**${artifact.title}**`,
      isProse ? content : fenced(content ?? '', artifact.language ?? ''),
    ])
  }
  if (type === 'content') return content ?? ''
  if (type === 'tool_call' || type === 'search' || type === 'plan') skipped.addSkip('tool')
  else if (type === 'audio') skipped.addSkip('attachment')
  return ''
}

function pictureOf({ image_data: image }: Block): readonly PictureSource[] {
  if (image == null) return []
  const isAddress = /^(data|https?|imgcache):/.test(image.data.slice(0, 10))
  return [pictureAt(isAddress ? image.data : `data:${image.mimeType};base64,${image.data}`)]
}
