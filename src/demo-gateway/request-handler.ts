import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { applyAnswerFaults } from './faults/answer-faults.ts'
import type { AttemptCounter } from './faults/attempt-counter.ts'
import { type Fault, type FaultSet, faultSet, parseFaults } from './faults/fault-syntax.ts'
import { resetConnection } from './faults/incidents.ts'
import { GatewayError } from './http/gateway-error.ts'
import { normaliseBody } from './http/normalise.ts'
import { ConnectionGone } from './http/pause.ts'
import { sendError } from './http/reply.ts'
import { parseBody, type RequestBody, readBytes } from './http/request-body.ts'
import { findRoute, type Route } from './http/router.ts'
import { type DemoKey, readCredential } from './keys.ts'
import type { OpenRecord, RequestLog } from './request-log.ts'

export interface RequestHandlerParts {
  /** Path of the API, without a trailing slash. */
  readonly apiPath: string
  readonly keys: readonly DemoKey[]
  readonly routes: readonly Route[]
  /** Paths that need no key. */
  readonly openRoutes: readonly Route[]
  readonly attempts: AttemptCounter
  readonly log: RequestLog
  readonly now: () => number
  /** Faults set by the owner of the gateway, by path. */
  readonly ownFaults: (path: string) => readonly Fault[]
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal
}

/** Creates the request handler: it records, reads, authorises, applies faults and calls the endpoint. */
export function createRequestHandler(parts: RequestHandlerParts) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    const signal = AbortSignal.any([gone.signal, parts.closing])
    const target = readTarget(request.url ?? '/', parts.apiPath)
    const record = openRecord(request, target.path, parts.now())
    parts.log.open(record)
    response.setHeader('x-request-id', record.id)
    // the date follows the gateway's clock, as task times do
    response.setHeader('date', new Date(record.receivedAt).toUTCString())
    response.once('close', () => {
      if (record.outcome === 'open') record.outcome = response.writableFinished ? 'answered' : 'client-gone'
      record.endedAt = parts.now()
      record.status = response.headersSent ? response.statusCode : undefined
      gone.abort()
    })
    try {
      if (target.isApi) await answer(parts, request, response, target, record, signal)
      else await answerOpenly(parts, request, response, target.path, record, signal)
    } catch (error) {
      if (error instanceof ConnectionGone || signal.aborted) return
      if (error instanceof GatewayError) sendError({ response }, error)
      else sendError({ response }, new GatewayError(500, 'server_error', `Internal error: ${String(error)}`))
    }
  }
}

interface Target {
  readonly path: string
  readonly isApi: boolean
  readonly faults: string
}

/** Reads the path and faults of an address. Endpoints have paths under `/v1`, wherever the API is served. */
function readTarget(url: string, apiPath: string): Target {
  const whole = decode(url.split('?')[0] ?? '/')
  const prefixed = /^\/faults\/(.*?)(\/v1\/.*)$/s.exec(whole)
  const path = prefixed?.[2] ?? whole
  const isApi = path.startsWith(`${apiPath}/`) && !path.startsWith('/files/')
  return { path: isApi ? `/v1${path.slice(apiPath.length)}` : path, isApi, faults: prefixed?.[1] ?? '' }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function openRecord(request: IncomingMessage, path: string, at: number): OpenRecord {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return {
    id: `req-${randomUUID()}`,
    method: request.method ?? 'GET',
    path,
    model: undefined,
    receivedAt: at,
    headers: Object.fromEntries(headers),
    bodyBytes: 0,
    authorised: false,
    body: undefined,
    form: undefined,
    faults: '',
    status: undefined,
    chunks: [],
    outcome: 'open',
    endedAt: undefined,
  }
}

async function answer(
  parts: RequestHandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  record: OpenRecord,
  signal: AbortSignal,
): Promise<void> {
  const credential = readCredential(request.headers.authorization, parts.keys)
  record.authorised = credential.key !== undefined
  const early = [
    ...[String(request.headers['x-demo-fault'] ?? ''), target.faults, credential.faults].flatMap(parseFaults),
    ...parts.ownFaults(target.path),
  ]
  if (faultSet(early).textParam('reset', 'at') === 'upload') {
    await resetConnection({ response, record, signal })
    return
  }
  const bytes = await readBytes(request)
  record.bodyBytes = bytes.length
  if (!credential.key) throw new GatewayError(401, 'invalid_api_key', 'The API key is missing or invalid.')
  const parsed = await parseBody(bytes, request.headers['content-type'] ?? '')
  const { body, model, faults: lists } = normaliseBody(parsed)
  record.model = model
  await recordBody(record, parsed, parts.log)
  const faults = admit(parts, [...lists.flatMap(parseFaults), ...early], record, credential.key.key, bytes, parsed)
  record.faults = faults.toString()
  const { method, path } = record
  const { group } = credential.key
  const exchange = { request, response, method, path, group, body, faults, record, signal, now: parts.now }
  if (await applyAnswerFaults(exchange)) return
  const { endpoint, parameter } = findRoute(parts.routes, exchange)
  await endpoint(exchange, parameter)
}

async function answerOpenly(
  parts: RequestHandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  record: OpenRecord,
  signal: AbortSignal,
): Promise<void> {
  request.resume()
  const body: RequestBody = { kind: 'none' }
  const faults = faultSet(parts.ownFaults(path))
  const { method } = record
  const exchange = { request, response, method, path, group: '', body, faults, record, signal, now: parts.now }
  if (await applyAnswerFaults(exchange)) return
  const { endpoint, parameter } = findRoute(parts.openRoutes, exchange)
  await endpoint(exchange, parameter)
}

function admit(
  parts: RequestHandlerParts,
  faults: readonly Fault[],
  record: OpenRecord,
  key: string,
  bytes: Buffer,
  parsed: RequestBody,
): FaultSet {
  // each attempt of a form has another boundary, so its fields identify it
  const body = parsed.kind === 'form' ? JSON.stringify(record.form) : bytes
  return faultSet(parts.attempts.admit(faults, [key, record.method, record.path, body]))
}

async function recordBody(record: OpenRecord, body: RequestBody, log: RequestLog): Promise<void> {
  if (body.kind === 'json') record.body = body.value
  if (body.kind === 'form') {
    const fields: Record<string, string | { fileName: string; bytes: number; sha256: string }> = {}
    for (const [name, value] of body.form) {
      if (typeof value === 'string') fields[name] = value
      else {
        const hash = createHash('sha256').update(Buffer.from(await value.arrayBuffer()))
        fields[name] = { fileName: value.name, bytes: value.size, sha256: hash.digest('hex') }
      }
    }
    record.form = fields
  }
  log.trim()
}
