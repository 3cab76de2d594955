import type { TFunction } from 'i18next'
import type { PassagePlace } from '../../../../shared/knowledge.ts'
import { isColumnHeading } from '../../../../shared/passages/column-heading.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { lineText } from '../../../platform/line-text.ts'

/** Longest location text, in UTF-16 units. */
const nameMax = 160

/** Returns the document of a passage, the heading above it and its time, on one line. */
export function placeName(t: TFunction, { atMs, headings, title }: PassagePlace): string {
  const last = headings.findLast((heading) => !isColumnHeading(heading))
  const parts = [
    title === '' ? t('knowledge.untitled') : title,
    ...(last === undefined ? [] : [last]),
    ...(atMs === null ? [] : [elapsedWords(atMs)]),
  ]
  return lineText(parts.join(' › '), nameMax)
}
