import { z } from 'zod'
import { fenced } from '../fenced-text.ts'
import { paragraphs, pictureAt, withSources } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { PictureSource } from './portable-items.ts'
import type { Skips } from './skips.ts'

/** Content of a message in Cherry Studio 2: parts, or blocks of messages that were migrated from version 1. */
const maybeText = z.string().nullish().catch(null)
const dataSchema = z.object({
  parts: z.array(z.unknown()).nullish().catch(null),
  blocks: z.array(z.unknown()).nullish().catch(null),
})
const cherrySchema = z.object({
  fileEntryId: maybeText,
  references: z.array(z.unknown()).nullish().catch(null),
})
const partSchema = z.object({
  type: z.string(),
  text: maybeText,
  content: z.unknown().optional(),
  language: maybeText,
  url: maybeText,
  title: maybeText,
  mediaType: maybeText,
  fileId: maybeText,
  references: z.array(z.unknown()).nullish().catch(null),
  data: z.object({ content: maybeText, language: maybeText }).nullish().catch(null),
  providerMetadata: z
    .object({ cherry: cherrySchema.nullish().catch(null) })
    .nullish()
    .catch(null),
})
type Part = z.infer<typeof partSchema>
const referenceSchema = z.object({ content: z.unknown() })
const pagesSchema = z.object({
  results: z.unknown().optional(),
  groundingChunks: z.array(z.unknown()).optional(),
  citations: z.array(z.unknown()).optional(),
})

/** Pages of a search: a list, or one within an object, which each provider names in its own way. */
export function pagesIn(found: unknown): readonly unknown[] {
  if (Array.isArray(found)) return found
  const { citations, groundingChunks, results } = pagesSchema.safeParse(found).data ?? {}
  if (Array.isArray(results)) return results
  const inner = pagesSchema.safeParse(results).data
  const deeper = Array.isArray(inner?.results) ? inner.results : undefined
  return groundingChunks ?? citations ?? deeper ?? inner?.groundingChunks ?? inner?.citations ?? []
}

type Content = Pick<SaidMessage, 'text' | 'thinking' | 'pictures'>

/** Returns the imported content of a message; null for an empty one. */
export function saidInCherry(value: unknown, pictures: ReadonlyMap<string, string>, skipped: Skips): Content | null {
  const data = dataSchema.safeParse(value).data
  if (data === undefined) skipped.addSkip('other')
  const parts = [...(data?.parts ?? []), ...(data?.blocks ?? [])].flatMap((one) => partSchema.safeParse(one).data ?? [])
  const text = paragraphs(parts.map((part) => textOf(part, skipped)))
  const thinking = paragraphs(parts.filter(({ type }) => isThought(type)).map((part) => wordsOf(part)))
  const found = parts.flatMap((part) => pictureOf(part, pictures, skipped))
  if (text === '' && thinking === '' && found.length === 0) return null
  return { text: withSources(text, parts.flatMap(sourcesIn)), thinking, pictures: found }
}

const isThought = (type: string): boolean => type === 'reasoning' || type === 'thinking'

function wordsOf({ content, data, text }: Part): string {
  return text ?? data?.content ?? (typeof content === 'string' ? content : '')
}

function textOf(part: Part, skipped: Skips): string {
  const { type } = part
  if (isThought(type) || isPicture(part) || /^(file|source-url|step-start|citation|(data-)?error|unknown)$/.test(type))
    return ''
  if (type === 'text' || type === 'main_text') return wordsOf(part)
  if (type === 'code' || type === 'data-code') return fenced(wordsOf(part), part.language ?? part.data?.language ?? '')
  if (/^(tool|dynamic-tool)/.test(type)) skipped.addSkip('tool')
  else skipped.addSkip('other')
  return ''
}

function isPicture({ mediaType, type }: Part): boolean {
  return type === 'image' || (type === 'file' && mediaType?.startsWith('image/') === true)
}

function pictureOf(part: Part, pictures: ReadonlyMap<string, string>, skipped: Skips): readonly PictureSource[] {
  if (!isPicture(part)) {
    if (part.type === 'file') skipped.addSkip('attachment')
    return []
  }
  const id = part.providerMetadata?.cherry?.fileEntryId ?? part.fileId ?? nameIn(part.url ?? '')
  const path = pictures.get(id)
  return [path === undefined ? pictureAt(part.url ?? '') : { kind: 'file', path }]
}

/** Returns the name of a file without its extension. */
function nameIn(url: string): string {
  return url.startsWith('data:') ? '' : url.slice(url.lastIndexOf('/') + 1).replace(/\.[^.]{0,20}$/, '')
}

function sourcesIn({ providerMetadata, references, title, type, url }: Part): readonly unknown[] {
  if (type === 'source-url') return [{ url, title }]
  return [...(references ?? []), ...(providerMetadata?.cherry?.references ?? [])].flatMap((one) =>
    pagesIn(referenceSchema.safeParse(one).data?.content),
  )
}
