import type OpenAI from 'openai'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { responseOfStatus } from './any-status.ts'
import { requestIdOf } from './errors.ts'
import type { ExchangeRecord } from './exchange-record.ts'
import { KeyFilter, type Sought } from './key-filter.ts'
import { isDeepJson, readLiberalJson } from './liberal-json.ts'
import { sentBodyOf } from './sent-body.ts'

/** A gateway's address and key. The key is used only in the request's header. */
export interface GatewayAccess {
  readonly baseUrl: string
  readonly apiKey: string
  /** Other secrets to be removed from answers. */
  readonly known?: Sought
}

/** Returns the filter of everything that comes from a gateway. */
export function filterOf({ apiKey, known }: GatewayAccess): KeyFilter {
  return new KeyFilter(apiKey, known)
}

/** Longest Node timer, in ms. It disables the SDK's own deadline; `request-watch.ts` has ours. */
const neverMs = 2 ** 31 - 1

/** Maximum number of bytes read of a refusal; a reason is only a sentence. */
const refusalBytesMax = 64 * 1024

/** The SDK, which is a third of main's code: it is read for the first request, not at the start. */
let sdk: typeof OpenAI | null = null

/** Reads the SDK, so that the first request does not wait for it. */
export async function readSdk(): Promise<typeof OpenAI> {
  sdk ??= (await import('openai')).default
  return sdk
}

/**
 * Creates the SDK's client for one connection. Its own retries, log and environment variables are off:
 * `retry-policy.ts` decides retries, and logs must not contain bodies.
 * Removes the key and all other known secrets from headers and bodies of all answers before anyone reads them.
 * `record` gets the request, the answer's head, and a refusal's body, all without the key.
 * Rejects with an AppFailure `invalid_key` for a key that does not fit a header (a copied space or full-width letter).
 */
export async function createClient(access: GatewayAccess, fetch: Fetch, record?: ExchangeRecord): Promise<OpenAI> {
  if (!/^[\x21-\x7e]+$/.test(access.apiKey))
    throw new AppFailure(appError('invalid_key', 'the key holds a character that no key can have'))
  const filter = filterOf(access)
  const Sdk = sdk ?? (await readSdk())
  return new Sdk({
    baseURL: access.baseUrl,
    apiKey: access.apiKey,
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    maxRetries: 0,
    timeout: neverMs,
    logLevel: 'off',
    fetch: (input, init) => straightFetch({ fetch, filter, record }, input, init),
  })
}

/**
 * Fetches without following redirects. A gateway's API has none, and following one could leak text, in some stacks also
 * the key, to another host.
 */
async function straightFetch(
  { fetch, filter, record }: { fetch: Fetch; filter: KeyFilter; record: ExchangeRecord | undefined },
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  record?.sent({
    method: init?.method ?? 'GET',
    url: filter.withoutSecrets(input instanceof Request ? input.url : String(input), '***'),
    headers: headersWithoutKey(new Headers(init?.headers), filter),
    body: sentBodyOf(init?.body, filter),
  })
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new AppFailure(appError('redirected', 'the address answers with a redirect', { status: response.status }))
  }
  const clean = withoutKey(response, filter)
  record?.answered({ status: clean.status, requestId: requestIdOf(clean.headers), headers: [...clean.headers] })
  // the SDK reads the whole body of every refusal, even an endless one
  return clean.ok ? clean : await refusalOf(clean, record)
}

/** Returns the headers of a request, with a placeholder in the key's place. */
function headersWithoutKey(headers: Headers, filter: KeyFilter): readonly (readonly [string, string])[] {
  return [...headers].map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [name, 'Bearer $API_KEY'] : [name, filter.withoutSecrets(value, '***')],
  )
}

/** Removes the key from an answer; gateways often quote it. */
function withoutKey(response: Response, filter: KeyFilter): Response {
  // header values are bytes, and the usual mark is not in their range
  const headers = [...response.headers].map(([name, value]): [string, string] => [
    name,
    filter.withoutSecrets(value, '***'),
  ])
  return responseOfStatus(response.body && filter.bytes(response.body), response.status, { headers })
}

/**
 * Shortens a refusal's body, and drops one nested deeper than the SDK can serialise. The SDK passes on only what is in
 * `error`, so the whole body goes there.
 */
async function refusalOf(response: Response, record: ExchangeRecord | undefined): Promise<Response> {
  const { status, headers } = response
  const body = await beginningOf(response)
  record?.received(body)
  return responseOfStatus(enveloped(body), status, { headers })
}

function enveloped(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | string {
  const text = body.toString()
  if (isDeepJson(text)) return ''
  const value = readLiberalJson(text)?.value
  return typeof value === 'object' && value !== null ? JSON.stringify({ error: value }) : body
}

/** Returns the first bytes of a refusal's body. A truncated body is not an error, because the status is enough. */
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
    // truncated: the received part is used
  }
  return Buffer.concat(chunks).subarray(0, refusalBytesMax)
}
