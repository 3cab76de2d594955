import type { Exchange } from '../http/exchange.ts'
import { errorType } from '../http/gateway-error.ts'
import { pause } from '../http/pause.ts'
import { sendBody, writeBytes } from '../http/reply.ts'
import { resetConnection } from './incidents.ts'

/**
 * Applies the faults that delay or replace the answer. Resolves to true if the request is finished and no endpoint may
 * handle it.
 */
export async function applyAnswerFaults(exchange: Exchange): Promise<boolean> {
  const { faults } = exchange
  if (faults.has('delay')) await pause(faults.number('delay', 'ms') ?? 1000, exchange.signal)
  if (faults.has('reset') && faults.number('reset', 'after') === undefined) {
    await resetConnection(exchange)
    return true
  }
  if (faults.has('hang-up')) {
    exchange.record.outcome = 'closed-early'
    exchange.response.socket?.end()
    return true
  }
  if (faults.has('quota')) {
    return sendFailure(exchange, 429, 'insufficient_quota', 'The balance of this account is used up. Top it up.', {})
  }
  if (faults.has('rate-limit')) {
    const headers = retryAfter(exchange, 'rate-limit')
    return sendFailure(exchange, 429, null, 'Too many requests. Slow down.', headers)
  }
  if (faults.has('fail')) return fail(exchange)
  if (faults.has('redirect')) {
    const status = faults.number('redirect', 'status') ?? 302
    exchange.response.writeHead(status, { location: faults.textParam('redirect', 'to') ?? '/elsewhere' }).end()
    return true
  }
  if (faults.has('huge')) {
    await sendHugeBody(exchange, faults.number('huge', 'mb') ?? 10)
    return true
  }
  return replaceBody(exchange)
}

const usualCodes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_api_key',
  404: 'model_not_found',
  413: 'request_too_large',
  422: 'invalid_request_error',
  500: 'server_error',
}

const usualMessages: Readonly<Record<number, string>> = {
  400: 'The request parameters are wrong.',
  401: 'The API key is invalid.',
  404: 'The model does not exist.',
  413: 'The request body is too large.',
  422: 'The request cannot be processed.',
  429: 'Too many requests. Slow down.',
  500: 'An internal error occurred. For images, change the prompt.',
  503: 'The service is temporarily unavailable. Try again later.',
}

function fail(exchange: Exchange): Promise<boolean> {
  const { faults } = exchange
  const status = faults.number('fail', 'status') ?? 500
  const asked = faults.textParam('fail', 'code')
  const code = asked === 'none' ? null : (asked ?? usualCodes[status] ?? null)
  const message = faults.textParam('fail', 'message') ?? usualMessages[status] ?? `Status ${status}.`
  return sendFailure(exchange, status, code, message, retryAfter(exchange, 'fail'))
}

function retryAfter(exchange: Exchange, name: 'fail' | 'rate-limit'): Readonly<Record<string, string>> {
  const value = exchange.faults.textParam(name, 'retry-after')
  if (value === undefined) return {}
  const seconds = exchange.faults.number(name, 'seconds') ?? 2
  return { 'retry-after': value === 'date' ? new Date(exchange.now() + seconds * 1000).toUTCString() : value }
}

async function sendFailure(
  exchange: Exchange,
  status: number,
  code: string | null,
  message: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { type, text } = failureBody(exchange.faults.textParam('fail', 'shape') ?? 'standard', status, code, message)
  exchange.response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers })
  exchange.response.end(text)
  return true
}

function failureBody(shape: string, status: number, code: string | null, message: string) {
  const json = (value: unknown) => ({ type: 'application/json; charset=utf-8', text: JSON.stringify(value) })
  const error = { message, type: errorType(status), code, param: null }
  switch (shape) {
    case 'string':
      return json({ error: message })
    case 'none':
      return json({ status, reason: message })
    case 'message':
      return json({ message, code })
    case 'nested':
      return json({ error: { error: { ...error, details: [{ cause: error }] } } })
    case 'array':
      return json([{ error }])
    case 'detail':
      return json({ detail: [{ loc: ['body', 'model'], msg: message, type: 'value_error' }] })
    case 'html':
      return { type: 'text/html; charset=utf-8', text: htmlPage(status, message) }
    case 'text':
      return { type: 'text/plain; charset=utf-8', text: message }
    case 'empty':
      return { type: 'application/json; charset=utf-8', text: '' }
    default:
      return json({ error })
  }
}

async function replaceBody(exchange: Exchange): Promise<boolean> {
  const { faults } = exchange
  if (faults.has('html')) {
    const status = faults.number('html', 'status') ?? 200
    const page = Buffer.from(htmlPage(status, 'The page you asked for is on its way.'))
    await sendBody(exchange, status, { 'content-type': 'text/html; charset=utf-8' }, page)
    return true
  }
  if (faults.has('empty')) {
    exchange.response.writeHead(faults.number('empty', 'status') ?? 200, { 'content-length': 0 }).end()
    return true
  }
  if (faults.has('foreign')) {
    const body = foreignBodies[faults.textParam('foreign', 'body') ?? 'object'] ?? '{}'
    await sendBody(exchange, 200, { 'content-type': 'application/json' }, Buffer.from(body))
    return true
  }
  return false
}

const foreignBodies: Readonly<Record<string, string>> = {
  object: '{"weather":"fair","temperature":21,"choices":"none today"}',
  array: '["fair",21]',
  null: 'null',
  number: '42',
  string: '"hello"',
}

function htmlPage(status: number, message: string): string {
  return `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1><p>${message}</p></body></html>\n`
}

async function sendHugeBody(exchange: Exchange, megabytes: number): Promise<void> {
  exchange.response.writeHead(200, { 'content-type': 'application/json' })
  await writeBytes(exchange, '{"object":"list","padding":"')
  const piece = Buffer.alloc(64 * 1024, 'x')
  for (let sent = 0; sent < megabytes * 1024 * 1024; sent += piece.length) await writeBytes(exchange, piece)
  exchange.response.end('","data":[]}')
}
