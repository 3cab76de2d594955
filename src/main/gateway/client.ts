import OpenAI from 'openai'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { responseOfStatus } from './any-status.ts'
import { KeyFilter } from './key-filter.ts'
import { isDeepJson } from './liberal-json.ts'

/** A gateway's address and key. The key goes nowhere but into the request's header. */
export interface GatewayAccess {
  readonly baseUrl: string
  readonly apiKey: string
}

/** The longest that a timer can wait, in ms: the SDK's own deadline must never be the first (`request-watch.ts` has ours). */
const neverMs = 2 ** 31 - 1

/** So much of a refusal is read, in bytes: it is a sentence, whatever else comes with it. */
const refusalBytesMax = 64 * 1024

/**
 * The SDK's client for one connection, with everything off that would act behind our back: its retries (one policy,
 * `retry-policy.ts`), its log (bodies), its environment variables. The key is cut out of headers and bodies of all
 * answers here, before anyone reads them. Throws an AppFailure `invalid_key` for a key that
 * cannot be put into a header (a space or a full-width letter that was copied along).
 */
export function createClient(access: GatewayAccess, fetch: Fetch): OpenAI {
  if (!/^[\x21-\x7e]+$/.test(access.apiKey))
    throw new AppFailure(appError('invalid_key', 'the key holds a character that no key can have'))
  const filter = new KeyFilter(access.apiKey)
  return new OpenAI({
    baseURL: access.baseUrl,
    apiKey: access.apiKey,
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    maxRetries: 0,
    timeout: neverMs,
    logLevel: 'off',
    fetch: (input, init) => straightFetch(fetch, filter, input, init),
  })
}

/** A gateway's API does not redirect: following one could carry words (and in some stacks the key) to a stranger. */
async function straightFetch(
  fetch: Fetch,
  filter: KeyFilter,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new AppFailure(appError('redirected', 'the address answers with a redirect', { status: response.status }))
  }
  const clean = withoutKey(response, filter)
  // the SDK reads the whole body of every refusal, even one without an end
  return clean.ok ? clean : await refusalOf(clean)
}

/** Gateways like to quote the key. */
function withoutKey(response: Response, filter: KeyFilter): Response {
  // headers are bytes: the mark of texts would not fit
  const headers = [...response.headers].map(([name, value]): [string, string] => [name, filter.text(value, '***')])
  return responseOfStatus(response.body && filter.bytes(response.body), response.status, { headers })
}

/** A refusal with the beginning of its body: never more, and never nested deeper than the SDK can write it down. */
async function refusalOf(response: Response): Promise<Response> {
  const { status, headers } = response
  const body = await beginningOf(response)
  const said = isDeepJson(body.toString()) ? '' : body
  return responseOfStatus(said, status, { headers })
}

/** The first bytes of a refusal; the status says enough where the rest breaks off. */
async function beginningOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= refusalBytesMax) break
    }
  } catch {
    // cut off: what came is what there is
  }
  return Buffer.concat(chunks).subarray(0, refusalBytesMax)
}
