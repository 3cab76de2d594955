import { AnswerSources } from '../../../gateway/answer-sources.ts'
import type { PictureSource } from './portable-items.ts'

/** The parts that say something, as paragraphs. */
export function paragraphs(parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A text with its sources behind it: addresses, or objects with one. */
export function withSources(text: string, sources: readonly unknown[]): string {
  const found = new AnswerSources()
  for (const source of sources) found.add(source)
  return `${text}${found.markdown}`
}

/** A picture by its address. One that is elsewhere is missing: an import asks nobody. */
export function pictureAt(url: string): PictureSource {
  return url.startsWith('data:') ? { kind: 'data', key: null, url: () => url } : { kind: 'missing' }
}
