import { z } from 'zod'
import { fenced } from '../fenced-text.ts'
import { timeOf } from './foreign.ts'
import { paragraphs, withSources } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { Skips } from './skips.ts'

const maybeText = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
const blockSchema = z.object({
  type: z.string(),
  text: maybeText,
  thinking: maybeText,
  name: maybeText,
  input: z.unknown().optional(),
  content: z.unknown().optional(),
  citations: list,
})
type Block = z.infer<typeof blockSchema>
export const claudeMessageSchema = z.object({
  uuid: maybeText,
  parent_message_uuid: maybeText,
  sender: z.string(),
  text: maybeText,
  content: list,
  created_at: maybeText,
  attachments: z
    .array(z.object({ file_name: maybeText, extracted_content: maybeText }).catch({}))
    .nullish()
    .catch(null),
  files: list,
  files_v2: list,
})
export type ClaudeMessage = z.infer<typeof claudeMessageSchema>

const artifactSchema = z.object({
  title: z.string().optional(),
  path: z.string().optional(),
  type: z.string().optional(),
  language: z.string().nullish(),
  content: z.string().optional(),
  new_str: z.string().optional(),
  file_text: z.string().optional(),
  code: z.string().optional(),
  command: z.string().optional(),
})
const pageSchema = z.object({ url: z.string(), title: z.string().optional() })

/** Returns the imported part of a message of an export of claude.ai; null if nothing is imported. */
export function saidByClaude(message: ClaudeMessage, skipped: Skips): SaidMessage | null {
  const isUser = message.sender === 'human' || message.sender === 'user'
  if (!isUser && message.sender !== 'assistant') {
    skipped.addSkip('other')
    return null
  }
  const blocks = (message.content ?? []).map((block) => blockSchema.safeParse(block).data)
  const texts = blocks.map((block) => (block === undefined ? '' : textOf(block, skipped)))
  const attached = (message.attachments ?? []).map(({ extracted_content: text, file_name: name }) =>
    text == null || text === '' ? null : paragraphs([(name ?? '').trim() === '' ? '' : `**${name}**`, fenced(text)]),
  )
  skipped.addSkip('attachment', attached.filter((text) => text === null).length + filesOf(message))
  const said = paragraphs(texts) || (message.text ?? '').trim()
  const text = withSources(paragraphs([withoutArtifacts(said), ...attached]), blocks.flatMap(sourcesIn))
  const thinking = paragraphs(blocks.map((block) => (block?.type === 'thinking' ? block.thinking : '')))
  if (text === '' && thinking === '') return null
  return {
    role: isUser ? 'user' : 'assistant',
    text,
    model: '',
    at: timeOf(message.created_at),
    pictures: [],
    thinking,
  }
}

/** Counts the files of a message. An export names them, without their content. */
function filesOf({ files, files_v2 }: ClaudeMessage): number {
  return Math.max(files?.length ?? 0, files_v2?.length ?? 0)
}

function textOf(block: Block, skipped: Skips): string {
  switch (block.type) {
    case 'text':
    case 'voice_note':
      return block.text ?? ''
    case 'tool_use': {
      const document = documentText(block)
      if (document === '') skipped.addSkip('tool')
      return document
    }
    case 'thinking':
    case 'tool_result':
    case 'token_budget':
    case 'flag':
      return ''
    default:
      skipped.addSkip('other')
      return block.text ?? ''
  }
}

/** Returns a document that the model wrote by a call: an artifact, a file, or code that it ran. */
function documentText({ input }: Block): string {
  const document = artifactSchema.safeParse(input).data
  const text = document?.content ?? document?.file_text ?? document?.new_str ?? document?.code ?? document?.command
  if (document === undefined || text === undefined || text.trim() === '') return ''
  const name = document.title ?? document.path
  const isProse = document.type === 'text/markdown'
  const shown = isProse ? text : fenced(text, document.language ?? languageOf(document.type))
  return paragraphs([name === undefined ? '' : `**${name}**`, shown])
}

function languageOf(type = ''): string {
  if (type === 'text/html') return 'html'
  if (type === 'image/svg+xml') return 'svg'
  if (type.endsWith('.react')) return 'jsx'
  return type.endsWith('.mermaid') ? 'mermaid' : ''
}

/** Returns the pages that a text cites, or that a search found. */
function sourcesIn(block: Block | undefined): readonly unknown[] {
  const found = block?.type === 'tool_result' && Array.isArray(block.content) ? block.content : []
  return [...(block?.citations ?? []), ...found].flatMap((one) => {
    const inner = z.object({ details: z.unknown() }).safeParse(one).data?.details
    return pageSchema.safeParse(one).data ?? pageSchema.safeParse(inner).data ?? []
  })
}

const artifactOpening = '<antArtifact'
const artifactClosing = '</antArtifact>'

/** Replaces the artifacts that older exports have in the text, between marks, by documents. */
function withoutArtifacts(text: string): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const at = text.indexOf(artifactOpening, from)
    const headEnd = at < 0 ? -1 : text.indexOf('>', at)
    const end = headEnd < 0 ? -1 : text.indexOf(artifactClosing, headEnd)
    if (end < 0) break
    const head = text.slice(at, Math.min(headEnd, at + 2_000))
    const input = {
      title: attributeOf(head, 'title'),
      type: attributeOf(head, 'type'),
      language: attributeOf(head, 'language'),
      content: text.slice(headEnd + 1, end).trim(),
    }
    parts.push(text.slice(from, at), documentText({ type: 'tool_use', input }))
    from = end + artifactClosing.length
  }
  return from === 0 ? text : paragraphs([...parts, text.slice(from)])
}

function attributeOf(head: string, name: string): string | undefined {
  const opening = ` ${name}="`
  const at = head.indexOf(opening)
  const from = at + opening.length
  const end = at < 0 ? -1 : head.indexOf('"', from)
  return end < 0 ? undefined : head.slice(from, end)
}
