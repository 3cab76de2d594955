import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** Shown length of the gateway's message, in UTF-16 units; the details have all of it. */
export const sentenceMax = 300

/** Errors from an HTTP status of the gateway; their detail is the response body. */
const fromStatus: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'invalid_key',
  'forbidden',
  'model_not_found',
  'endpoint_missing',
  'responses_missing',
  'not_found',
  'too_large',
  'quota',
  'content_refused',
  'rate_limited',
  'server_error',
  'unavailable',
  'gateway_error',
  'image_failed',
  'task_expired',
])

/** Errors inside an answer with status 200. */
const fromAnswer: ReadonlySet<ErrorCode> = new Set(['video_failed', 'task_cancelled', 'task_expired', 'stream_error'])

/** Atelier's own texts in the same field. */
const own: readonly RegExp[] = [
  /^(status|HTTP) \d{3}$/i,
  /^an HTML page$/,
  /^the gateway (cancelled the task|gave no reason|says that it expired)$/,
  /^unfinished when its time was over$/,
  /^the stream carried an error$/,
  /^the answer held an event that is not JSON$/,
  /^[a-z_]+$/,
]

/** Invisible characters that reverse, hide or break visible text: controls and direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what the pattern looks for
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g

/** Returns the gateway's message from the detail of older stored errors, which had no separate field for it. */
function saidInDetail(error: AppError): string | null {
  const refused = error.status !== null && error.status >= 400 && fromStatus.has(error.code)
  return refused || (error.status === null && fromAnswer.has(error.code)) ? error.detail : null
}

/** Returns the gateway's message about an error, on one line and bounded; null when there is none. */
export function gatewaySentence(error: AppError): string | null {
  const said = error.gatewayMessage ?? saidInDetail(error)
  if (said === null) return null
  const text = said.replace(unseen, ' ').replace(/\s+/g, ' ').trim()
  if (text === '' || own.some((pattern) => pattern.test(text))) return null
  if (text.length <= sentenceMax) return text
  // never half a surrogate pair
  return `${text.slice(0, sentenceMax).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Errors about an unreadable part of an answer that did arrive. */
const unread: ReadonlySet<ErrorCode> = new Set([
  'empty_answer',
  'answer_too_large',
  'stream_error',
  'vectors_refused',
  'gateway_error',
  'not_a_gateway',
  'cut_short',
])

/** Returns true if the gateway answered, though without the requested result. */
export function hasAnswered(error: AppError | null): boolean {
  return error !== null && (error.status !== null || unread.has(error.code))
}
