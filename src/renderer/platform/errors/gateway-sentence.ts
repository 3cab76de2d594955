import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** What is shown of the gateway's own words, in UTF-16 units; all of it is under Details. */
export const sentenceMax = 300

/** Errors that a status of the gateway makes; their detail is what its body said. */
const fromStatus: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'invalid_key',
  'forbidden',
  'model_not_found',
  'not_found',
  'too_large',
  'quota',
  'rate_limited',
  'server_error',
  'unavailable',
  'gateway_error',
  'image_failed',
  'task_expired',
])

/** Errors inside an answer with status 200. */
const fromAnswer: ReadonlySet<ErrorCode> = new Set(['video_failed', 'task_cancelled', 'task_expired', 'stream_error'])

/** Atelier's own words in the same place. */
const own: readonly RegExp[] = [
  /^(status|HTTP) \d{3}$/i,
  /^an HTML page$/,
  /^the gateway (cancelled the task|gave no reason|says that it expired)$/,
  /^unfinished when its time was over$/,
  /^the stream carried an error$/,
  /^the answer held an event that is not JSON$/,
  /^[a-z_]+$/,
]

/** Characters that are not seen and turn, hide or break what is: controls, and those of writing directions. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g

/** Errors that were kept before the gateway's words had a field of their own have them in their detail. */
function saidInDetail(error: AppError): string | null {
  const refused = error.status !== null && error.status >= 400 && fromStatus.has(error.code)
  return refused || (error.status === null && fromAnswer.has(error.code)) ? error.detail : null
}

/** Returns the gateway's own sentence about an error, on one line and bounded; null where it said nothing. */
export function gatewaySentence(error: AppError): string | null {
  const said = error.gatewayMessage ?? saidInDetail(error)
  if (said === null) return null
  const text = said.replace(unseen, ' ').replace(/\s+/g, ' ').trim()
  if (text === '' || own.some((pattern) => pattern.test(text))) return null
  if (text.length <= sentenceMax) return text
  // never half of a character
  return `${text.slice(0, sentenceMax).replace(/[\ud800-\udbff]$/, '')}…`
}

/** What could not be read in an answer, which therefore came. */
const unread: ReadonlySet<ErrorCode> = new Set([
  'empty_answer',
  'answer_too_large',
  'stream_error',
  'gateway_error',
  'not_a_gateway',
  'cut_short',
])

/** Whether the gateway answered, though not with what was asked for. */
export function hasAnswered(error: AppError | null): boolean {
  return error !== null && (error.status !== null || unread.has(error.code))
}
