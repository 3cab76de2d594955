import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai/error'
import { type AppError, AppFailure, appError, type ErrorCode } from '../../shared/errors.ts'
import { pageWords, readErrorBody, type Said } from './error-body.ts'
import {
  type FailureKind,
  isAboutContent,
  isAboutKey,
  isAboutQuota,
  kindOfFailure,
  saysNoSuchEndpoint,
  saysNoSuchModel,
} from './failure-kind.ts'

const detailLengthMax = 500
const messageLengthMax = 1_000
/** Only this much of a long text is examined, in UTF-16 units. */
const readLengthMax = 20_000

/**
 * Converts any thrown error of a request into an AppError; the only place to do so.
 * Removes `secrets` (the key) from all foreign text, because gateways often quote a refused key.
 */
export function toAppError(cause: unknown, secrets: readonly string[]): AppError {
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (at instanceof AppFailure) return at.error
  }
  if (cause instanceof APIUserAbortError) return appError('cancelled')
  if (cause instanceof APIConnectionTimeoutError) return appError('timeout', 'no answer within the time allowed')
  if (cause instanceof APIError && typeof cause.status === 'number') {
    const headers: unknown = cause.headers
    return httpError(
      cause.status,
      headers instanceof Headers ? headers : new Headers(),
      cause.error ?? cause.message,
      secrets,
    )
  }
  if (cause instanceof APIError && cause.error !== undefined) return streamError(cause.error, secrets)
  if (cause instanceof SyntaxError) return appError('stream_error', 'the answer held an event that is not JSON')
  return networkError(cause, secrets)
}

/** Creates the error for an HTTP error status. `body` is the parsed JSON, its `error` field, or text. */
export function httpError(status: number, headers: Headers, body: unknown, secrets: readonly string[]): AppError {
  const said = readErrorBody(body)
  const detail = clean(said.message === '' ? `status ${status}` : said.message, secrets)
  return appError(codeForStatus(status, said, headers), detail, {
    status,
    gatewayCode: said.code === '' ? null : clean(said.code, secrets).slice(0, 100),
    gatewayMessage: gatewayMessage(said.message, secrets),
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers, Date.now()),
  })
}

const codesInAnswers: Readonly<Record<FailureKind, ErrorCode>> = {
  quota: 'quota',
  key: 'invalid_key',
  rate: 'rate_limited',
  model: 'model_not_found',
  content: 'content_refused',
}

/** Converts the error in an answer with a success status. */
export function streamError(body: unknown, secrets: readonly string[]): AppError {
  const said = readErrorBody(body)
  const kind = kindOfFailure(said)
  const message = said.message || said.code
  return appError(kind === null ? 'stream_error' : codesInAnswers[kind], clean(message || noReason, secrets), {
    gatewayCode: said.code === '' ? null : clean(said.code, secrets).slice(0, 100),
    gatewayMessage: gatewayMessage(said.message, secrets),
  })
}

/** Detail of an error without a reason. */
export const noReason = 'the stream carried an error'

/**
 * Returns the gateway's own message for display: plain text, bounded, without secrets. Null if there is none or it is a
 * web page.
 */
export function gatewayMessage(text: string | null, secrets: readonly string[]): string | null {
  if (text === null || text === pageWords) return null
  return clean(text, secrets, messageLengthMax) || null
}

/** Returns the gateway's request id, under any of its usual header names. */
export function requestIdOf(headers: Headers): string | null {
  for (const name of ['x-request-id', 'request-id', 'x-oneapi-request-id', 'cf-ray']) {
    const value = headers.get(name)
    if (value) return value.slice(0, 200)
  }
  return null
}

/** Longest `Retry-After` that is believed, in ms. Servers can name any number and any date. */
const retryAfterMaxMs = 365 * 24 * 60 * 60_000

/**
 * Returns the wait in ms from `Retry-After`, as seconds or an HTTP date (RFC 9110 §10.2.3), or from the
 * `retry-after-ms` of some gateways. Null without either.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const ms = statedWaitMs(headers, now)
  return ms === null ? null : Math.min(retryAfterMaxMs, ms)
}

function statedWaitMs(headers: Headers, now: number): number | null {
  const precise = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (Number.isFinite(precise) && precise >= 0) return precise
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+(\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/** Creates the error for an answer that no gateway would send; `otherwise` is the detail when it is not a web page. */
export function notAGateway(text: string, otherwise: string): AppError {
  return appError('not_a_gateway', isWebPage(text) ? pageWords : otherwise)
}

export function isWebPage(text: string): boolean {
  return /^\s*<(!doctype|html)/i.test(text)
}

/** Statuses with a meaning that depends on the gateway's code and words. */
const statusesWithWords: ReadonlySet<number> = new Set([400, 401, 403, 422, 429, 500])
/** Statuses of refusals by content rules. */
const contentStatuses: ReadonlySet<number> = new Set([400, 403, 422, 451, 500])

function codeForStatus(status: number, said: Said, headers: Headers): ErrorCode {
  const isPage = /text\/html/i.test(headers.get('content-type') ?? '') || said.message === pageWords
  if (status >= 300 && status < 400) return 'redirected'
  if (statusesWithWords.has(status) && isAboutQuota(said)) return 'quota'
  if (contentStatuses.has(status) && isAboutContent(said)) return 'content_refused'
  if ((status === 400 || status === 403 || status === 422) && saysNoSuchModel(said)) return 'model_not_found'
  if ((status === 400 || status === 403) && isAboutKey(said)) return 'invalid_key'
  switch (status) {
    case 401:
      return 'invalid_key'
    case 402:
      return 'quota'
    case 403:
      return /quota/i.test(`${said.code} ${said.type}`) ? 'quota' : 'forbidden'
    case 404:
      if (isPage) return 'not_a_gateway'
      return saysNoSuchEndpoint(said) ? 'endpoint_missing' : 'model_not_found'
    case 405:
      return 'not_a_gateway'
    case 407:
      return 'proxy'
    case 413:
      return 'too_large'
    case 429:
      // the code separates the two meanings of 429 "where one is given" (gateway-api.md, Errors)
      return /quota/i.test(`${said.code} ${said.type}`) ? 'quota' : 'rate_limited'
    case 503:
      return 'unavailable'
    default:
      if (status >= 500) return 'server_error'
      return status >= 400 ? 'bad_request' : 'gateway_error'
  }
}

/**
 * Returns the error of a request without an answer. Knows the codes of Node's fetch (undici, OpenSSL, c-ares) and of
 * Electron's `net.fetch`, which puts Chromium's name into the message (`net::ERR_…`, net_error_list.h).
 */
export function networkError(cause: unknown, secrets: readonly string[]): AppError {
  // thrown by AbortSignal.timeout
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return appError('timeout', 'no answer within the time allowed')
  const words: string[] = []
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') words.push(at.code)
    words.push(at.message)
    if (at instanceof AggregateError)
      for (const inner of at.errors) if (inner instanceof Error && 'code' in inner) words.push(String(inner.code))
  }
  const text = words.join(' ')
  return appError(codeForNetwork(text), clean(words.at(-1) ?? String(cause), secrets))
}

const networkPatterns: readonly (readonly [RegExp, ErrorCode])[] = [
  // browsers and Node refuse ports of other protocols (WHATWG Fetch, port blocking), so nothing was sent
  [/\bbad port\b|ERR_UNSAFE_PORT|ERR_INVALID_URL|ERR_DISALLOWED_URL_SCHEME|ERR_ADDRESS_INVALID/, 'address_invalid'],
  // Electron's request fails when it cannot follow a redirect (net-client-request.ts)
  [/redirect (policy|was cancelled)|ERR_(INVALID|UNSAFE)_REDIRECT|ERR_TOO_MANY_REDIRECTS/i, 'redirected'],
  [/PROXY|Proxy response \(|ERR_TUNNEL|ERR_SOCKS|ERR_PAC_/, 'proxy'],
  // the connection existed, so the request may have arrived; a failed handshake is `write EPROTO`
  [/\b(read|write) E(?!PROTO)[A-Z]+|ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED/, 'connection_lost'],
  [/ERR_INTERNET_DISCONNECTED|ENETUNREACH|ENETDOWN|EHOSTUNREACH|ERR_ADDRESS_UNREACHABLE|EAI_AGAIN/, 'offline'],
  [/ENOTFOUND|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION|ERR_DNS_|ERR_ICANN_NAME|ENODATA/, 'address_not_found'],
  [/ECONNREFUSED|ERR_CONNECTION_REFUSED/, 'refused'],
  [
    /CERT|ERR_TLS|ERR_SSL|EPROTO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|wrong version number|altnames/i,
    'tls',
  ],
  [/CONNECT_TIMEOUT|ETIMEDOUT|HEADERS_TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT/, 'timeout'],
]

function codeForNetwork(text: string): ErrorCode {
  return networkPatterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'connection_lost'
}

/** Invisible characters that change how later text is read: controls and direction marks. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

function clean(text: string, secrets: readonly string[], lengthMax: number = detailLengthMax): string {
  let result = text.slice(0, readLengthMax)
  for (const secret of secrets) if (secret.length >= 4) result = result.replaceAll(secret, '•••')
  return result
    .replace(/\b(sk|key)-[A-Za-z0-9_*.-]{6,}/g, '•••')
    .replace(/Bearer\s+\S+/gi, 'Bearer •••')
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed()
}
