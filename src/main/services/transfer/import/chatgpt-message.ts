import { z } from 'zod'
import { fenced } from '../fenced-text.ts'
import type { Content, Message } from './chatgpt-schemas.ts'
import { citedText } from './chatgpt-text.ts'
import { type ForeignMessage, timeOf } from './foreign.ts'
import { parsedWithin } from './json-values.ts'
import type { PictureSource } from './portable-items.ts'
import type { Skips } from './skips.ts'

/** The imported part of a message. */
export type Piece =
  | ({ readonly kind: 'said' } & Omit<ForeignMessage, 'key' | 'parent'>)
  /** Thinking, and the output of tools, which precede an answer. */
  | {
      readonly kind: 'aside'
      readonly text: string
      readonly thinking: string
      readonly model: string
      readonly at: number | null
    }
  /** Instructions of the user for all chats, or of a GPT. */
  | { readonly kind: 'system'; readonly text: string }

const pictureType = 'image_asset_pointer'
const partSchema = z.object({
  content_type: z.string(),
  asset_pointer: z.string().optional(),
  text: z.string().optional(),
})
const documentSchema = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  content: z.string().optional(),
  updates: z.array(z.object({ replacement: z.string() })).optional(),
})

/** Returns the imported part of a message; null for one that is left out. */
export function pieceOf(message: Message, pictures: ReadonlyMap<string, string>, skipped: Skips): Piece | null {
  const { content, metadata, recipient } = message
  const role = message.author?.role ?? ''
  const at = timeOf(message.create_time, 's')
  const model = metadata?.model_slug ?? ''
  const instructions = instructionsOf(message)
  if (instructions !== '') return { kind: 'system', text: instructions }
  if (metadata?.is_visually_hidden_from_conversation === true || role === 'system' || role === 'developer') return null
  const thinking = citedText(thoughtsOf(content), null)
  if (thinking !== '') return { kind: 'aside', text: '', thinking, model, at }
  if (content.content_type === 'reasoning_recap') return null
  const said = wordsOf(content)
  const isToTool = recipient != null && recipient !== 'all' && recipient !== ''
  const found = (content.parts ?? []).flatMap((part) => picturesIn(part, pictures, skipped))
  if (isToTool || (role !== 'user' && role !== 'assistant' && role !== '' && found.length === 0)) {
    const text = isToTool ? toolCallText(recipient, content, said) : outputText(content, said)
    if (text === '' && said !== '') skipped.addSkip('tool')
    return text === '' ? null : { kind: 'aside', text: citedText(text, metadata), thinking: '', model, at }
  }
  // messages of tools are left out, but pictures they made are kept
  const text = role === 'user' || role === 'assistant' || role === '' ? shownText(message, said) : ''
  const files = (metadata?.attachments ?? []).filter(({ mime_type: mime }) => mime?.startsWith('image/') !== true)
  skipped.addSkip('attachment', files.length)
  if (text === '' && found.length === 0) return null
  return { kind: 'said', role: role === 'user' ? 'user' : 'assistant', text, model, at, pictures: found }
}

/** Returns custom instructions, memories and instructions of a GPT; empty for any other message. */
function instructionsOf({ author, content, metadata }: Message): string {
  const given = metadata?.user_context_message_data
  const parts =
    content.content_type === 'user_editable_context'
      ? [given?.about_user_message ?? content.user_profile, given?.about_model_message ?? content.user_instructions]
      : content.content_type === 'model_editable_context'
        ? [content.model_set_context]
        : author?.role === 'system'
          ? [wordsOf(content)]
          : []
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
}

function thoughtsOf(content: Content): string {
  if (content.content_type !== 'thoughts') return ''
  if (content.thoughts == null) return wordsOf(content)
  return content.thoughts
    .flatMap(({ content, summary }) => {
      const title = summary?.trim() ?? ''
      return [title === '' ? '' : `**${title}**`, content?.trim() ?? '']
    })
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns the words of a message of any kind, including spoken ones. */
function wordsOf({ content, content_type: type, parts, result, text }: Content): string {
  const words = (parts ?? []).map((part) => {
    if (typeof part === 'string') return part
    const known = partSchema.safeParse(part).data
    return known?.content_type === pictureType ? '' : (known?.text ?? '')
  })
  const joined = words.filter((word) => word.trim() !== '').join('\n')
  const other = [text, result, content].find((one) => typeof one === 'string' && one.trim() !== '')
  if (joined !== '' || typeof other !== 'string' || type === 'tether_browsing_display') return joined.trim()
  return other.trim()
}

/** Returns the text as it is shown. In a group chat it begins with the name of its author. */
function shownText({ author, content, metadata }: Message, said: string): string {
  if (content.content_type === 'code') return said === '' ? '' : fenced(said, languageOf(content))
  const name = author?.role === 'user' ? (author.name?.trim() ?? '') : ''
  const text = author?.role === 'user' ? said : citedText(said, metadata)
  return name === '' || text === '' ? text : `**${name}**: ${text}`
}

/** Returns the text of a call that is worth reading: code, a document of the canvas, or a memory. */
function toolCallText(recipient: string, content: Content, said: string): string {
  if (said === '') return ''
  if (/^(python|code_interpreter|container)\b/.test(recipient)) return fenced(said, languageOf(content))
  if (recipient === 'bio') return `> ${said.replaceAll('\n', '\n> ')}`
  return recipient.startsWith('canmore.') ? documentText(said) : ''
}

/** Returns a document of the canvas, or the new text of a changed one. */
function documentText(said: string): string {
  const document = documentSchema.safeParse(jsonOf(said)).data
  const title = document?.name === undefined ? '' : `**${document.name}**`
  const code = document?.type?.startsWith('code/') === true ? document.type.slice(5) : null
  const texts = [document?.content, ...(document?.updates ?? []).map(({ replacement }) => replacement)]
  const shown = texts
    .filter((text) => text !== undefined && text.trim() !== '')
    .map((text) => (code === null ? (text ?? '') : fenced(text ?? '', code)))
  return shown.length === 0 ? '' : [title, ...shown].filter((part) => part !== '').join('\n\n')
}

function jsonOf(text: string): unknown {
  try {
    return parsedWithin(text)
  } catch {
    return null
  }
}

/** Returns the output of code; other tools wrote for the model only. */
function outputText({ content_type: type }: Content, said: string): string {
  return type === 'execution_output' && said !== '' ? fenced(said, 'text') : ''
}

function languageOf({ language }: Content): string {
  return language == null || language === 'unknown' ? 'python' : language
}

function picturesIn(part: unknown, pictures: ReadonlyMap<string, string>, skipped: Skips): readonly PictureSource[] {
  if (typeof part === 'string') return []
  const known = partSchema.safeParse(part).data
  if (known?.content_type === 'audio_transcription') return []
  if (known?.content_type !== pictureType || known.asset_pointer === undefined) {
    skipped.addSkip(known?.text === undefined ? 'attachment' : 'other', known?.text === undefined ? 1 : 0)
    return []
  }
  const path = pictures.get(known.asset_pointer.replace(/^[a-z-]{1,40}:\/\//, '').split(/[#?]/, 1)[0] ?? '')
  return [path === undefined ? { kind: 'missing' } : { kind: 'file', path }]
}
