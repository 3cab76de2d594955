import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** Refusals that cost nothing, and failures before anything was sent. */
const free: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'content_refused',
  'invalid_key',
  'forbidden',
  'model_not_found',
  'endpoint_missing',
  'too_large',
  'quota',
  'rate_limited',
  'unavailable',
  'not_a_gateway',
  'redirected',
  'address_not_found',
  'address_invalid',
  'refused',
  'tls',
  'proxy',
  'proxy_unset',
  'offline',
  'no_connection',
  'no_key',
])

/** Returns how a failed request counts: as free, refused for its content, or perhaps paid for. */
export function endStateOf({ code }: AppError): 'failed' | 'refused' | 'unknown' {
  if (code === 'vectors_refused') return 'refused'
  return free.has(code) ? 'failed' : 'unknown'
}

const passing: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unavailable',
  'address_not_found',
  'refused',
  'proxy',
  'offline',
])

/**
 * Returns true if an error may disappear when the network is back, and cost nothing. A request that may have been
 * charged is not resent.
 */
export function isPassing({ code }: AppError): boolean {
  return passing.has(code)
}
