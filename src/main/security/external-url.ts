import { appError } from '../../shared/errors.ts'
import { ok, type Result, refused } from '../../shared/ipc/result.ts'

/** Longest allowed URL; about the longest that Chromium shows whole. */
export const externalUrlMax = 8000

/**
 * Validates and normalises a link that would leave the app. Links come from models and are not trusted. Only `https:`
 * and `http:` pass, because other schemes can run programs. Refuses user names and passwords (they disguise the host),
 * control and direction-changing characters, and long links. A refusal is `link_refused` and does not repeat the link.
 */
export function externalUrl(input: unknown): Result<string> {
  if (typeof input !== 'string') return no('not a text')
  if (input.length > externalUrlMax) return no(`longer than ${externalUrlMax} characters`)
  if (hasDeceptiveCharacter(input)) return no('has control characters')
  // the WHATWG parser turns backslashes into slashes, so the opened URL would differ from the visible one
  if (input.includes('\\')) return no('has a backslash')
  if (!URL.canParse(input)) return no('not a URL')
  const url = new URL(input)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no('neither https nor http')
  // `https:host` parses too, but nobody writes it
  if (!/^https?:\/\//i.test(input)) return no('no host is named')
  if (url.username !== '' || url.password !== '' || url.host === '') return no('carries credentials')
  if (url.href.length > externalUrlMax) return no(`longer than ${externalUrlMax} characters`)
  return ok(url.href)
}

function no(why: string): Result<never> {
  return refused(appError('link_refused', `the link is refused: ${why}`))
}

function hasDeceptiveCharacter(text: string): boolean {
  // C0, DEL and C1 controls, zero-width and bidirectional marks, line separators
  return /[\p{Cc}\p{Cf}\u2028\u2029\s]/u.test(text)
}
