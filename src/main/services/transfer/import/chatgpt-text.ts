import { AnswerSources } from '../../../gateway/answer-sources.ts'
import { PrivateMarks } from '../../../gateway/private-marks.ts'
import type { Metadata, Reference } from './chatgpt-schemas.ts'

/** A mark between characters of the private use area, or between lenticular brackets. */
const mark = /\ue200[^\ue200\ue201]{0,8000}\ue201|【[^【】]{1,300}】/g
const oldCitation = /^【[\d:]{1,20}†/

/** Returns the text of an answer with its sources: marks that name a source link to it, and other marks are removed. */
export function citedText(text: string, metadata: Metadata | null | undefined): string {
  const references = metadata?.content_references ?? []
  const sources = new AnswerSources()
  const shown = new Map<string, string>()
  for (const reference of references) {
    const found = sourcesOf(reference).filter((one) => sources.addSource(one))
    const marks = new Set(found.map(({ url }) => (url == null ? null : sources.markOf(url))))
    const words = [...marks].filter((one) => one !== null).join('')
    if (reference.matched_text != null) shown.set(reference.matched_text, words)
  }
  for (const { metadata: source } of metadata?.citations ?? []) if (source != null) sources.addSource(source)
  const cited = text.replace(mark, (found) => shown.get(found) || (oldCitation.test(found) ? '' : found))
  return `${withoutMarks(cited).trim()}${sources.markdown}`
}

function withoutMarks(text: string): string {
  const marks = new PrivateMarks()
  return marks.push(text) + marks.end()
}

function sourcesOf({ items, sources, title, url }: Reference): readonly Pick<Reference, 'title' | 'url'>[] {
  const inner = (items ?? []).flatMap((item) => [item, ...(item.supporting_websites ?? [])])
  return [{ title, url }, ...inner, ...(sources ?? [])].filter((one) => one.url != null && one.url !== '')
}
