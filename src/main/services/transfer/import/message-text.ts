import { AnswerSources } from '../../../gateway/answer-sources.ts'
import type { PictureSource } from './portable-items.ts'

/** Joins the parts that are not empty, as paragraphs. */
export function paragraphs(parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns a text with its sources after it: addresses, or objects with an address. */
export function withSources(text: string, sources: readonly unknown[]): string {
  const found = new AnswerSources()
  for (const source of sources) found.addSource(source)
  return `${text}${found.markdown}`
}

/** Returns a picture by its address. A picture on a server is missing: an import sends no request. */
export function pictureAt(url: string): PictureSource {
  return url.startsWith('data:') ? { kind: 'data', key: null, url: () => url } : { kind: 'missing' }
}
