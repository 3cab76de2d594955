import { plainSnippet } from './plain-snippet.ts'

/** A result as a service gave it, unchecked. */
export interface GivenPage {
  readonly url: unknown
  readonly title: unknown
  readonly text: unknown
  readonly date?: unknown
}

/** A result of a search. */
export interface FoundPage {
  /** Web address; empty if the service gave none. */
  readonly url: string
  readonly title: string
  readonly text: string
  /** Day of publication, as 2026-03-01; null if unknown. */
  readonly day: string | null
}

const urlMax = 2_000
const titleMax = 300
/** Longest text of one result, in UTF-16 units: about 700 tokens of English. */
export const foundTextMax = 3_000
/** Items of an answer that are examined. */
const givenMax = 100

/**
 * Returns the usable results, in order and within bounds: plain texts, web addresses only, each address once. A result
 * without an address is kept if it has a text.
 */
export function foundPages(given: readonly GivenPage[], countMax: number): readonly FoundPage[] {
  const found: FoundPage[] = []
  const seen = new Set<string>()
  for (const { date, text: givenText, title: givenTitle, url: givenUrl } of given.slice(0, givenMax)) {
    if (found.length >= countMax) break
    const url = addressOf(givenUrl)
    const text = plainSnippet(givenText, foundTextMax)
    const title = plainSnippet(givenTitle, titleMax).replace(/\s+/g, ' ')
    if (text === '' && (title === '' || url === '')) continue
    const key = url === '' ? `${title}\n${text}` : url
    if (seen.has(key)) continue
    seen.add(key)
    found.push({ url, title: title === '' ? hostOf(url) : title, text: text === '' ? title : text, day: dayOf(date) })
  }
  return found
}

/** Returns the host of an address; empty without one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

function addressOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > urlMax || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return ''
  const { href, password, username } = new URL(value)
  return username === '' && password === '' ? href.slice(0, urlMax) : ''
}

function dayOf(value: unknown): string | null {
  const day = typeof value === 'string' ? /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})/.exec(value.slice(0, 40)) : null
  if (day === null) return null
  const [, year = '', month = '', date = ''] = day
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}
