import { htmlText } from '../documents/html-text.ts'

/** Maximum number of characters examined, because markup may make up most of a text. */
const examinedMax = 40_000

/** Returns a service's text as plain text, at most `max` UTF-16 units. Services mark found words with elements. */
export function plainSnippet(value: unknown, max: number): string {
  if (typeof value !== 'string') return ''
  const given = value.slice(0, examinedMax)
  const plain = /<\/?[a-z]|&[a-z#]/i.test(given) ? htmlText(given) : given
  const text = plain
    // controls and direction marks change how the rest is read
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, (sign) => (sign === '\n' ? sign : ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
  return (text.length > max ? `${text.slice(0, max - 1)}…` : text).toWellFormed()
}
