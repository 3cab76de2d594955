import { once } from 'node:events'
import { incidentsOf } from '../faults/incidents.ts'
import type { Exchange } from './exchange.ts'
import { errorBody, type GatewayError } from './gateway-error.ts'
import { breathe, ConnectionGone } from './pause.ts'

/** Sends bytes with back-pressure. Throws ConnectionGone if the client leaves meanwhile. */
export async function writeBytes(exchange: Exchange, bytes: Buffer | string): Promise<void> {
  const { response, signal } = exchange
  if (signal.aborted || response.destroyed) throw new ConnectionGone()
  if (response.write(bytes)) return
  try {
    await once(response, 'drain', { signal })
  } catch {
    throw new ConnectionGone()
  }
}

/** Sends a whole body and applies the faults that affect bodies. */
export async function sendBody(
  exchange: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  const { response, faults } = exchange
  const incident = incidentsOf(exchange)[0]
  if (faults.has('truncated')) {
    const half = body.subarray(0, Math.floor(body.length / 2))
    response.writeHead(status, { ...headers, 'content-length': half.length }).end(half)
    return
  }
  response.writeHead(status, { ...headers, 'content-length': body.length })
  if (faults.has('split-bytes')) return sendInSmallPackets(exchange, body)
  if (!incident) {
    response.end(body)
    return
  }
  // A whole body has no tokens to count, so the fault strikes in its middle; `after=0` strikes before the body.
  response.flushHeaders()
  const cut = incident.after === 0 ? 0 : Math.floor(body.length / 2)
  if (cut > 0) await writeBytes(exchange, body.subarray(0, cut))
  if ((await incident.happen()) === 'go on') response.end(body.subarray(cut))
}

async function sendInSmallPackets(exchange: Exchange, body: Buffer): Promise<void> {
  const size = Math.max(1, exchange.faults.number('split-bytes', 'size') ?? 1)
  for (let start = 0; start < body.length; start += size) {
    await writeBytes(exchange, body.subarray(start, start + size))
    await breathe(exchange.signal)
  }
  exchange.response.end()
}

/** Sends a JSON answer. */
export async function sendJson(exchange: Exchange, value: unknown, status = 200): Promise<void> {
  const body = Buffer.from(JSON.stringify(value))
  await sendBody(exchange, status, { 'content-type': 'application/json; charset=utf-8' }, body)
}

/** Sends a text answer of any type. */
export async function sendText(exchange: Exchange, type: string, text: string, status = 200): Promise<void> {
  await sendBody(exchange, status, { 'content-type': `${type}; charset=utf-8` }, Buffer.from(text))
}

/** Sends an error in the standard shape. After the headers are sent, it can only end the connection. */
export function sendError(exchange: Pick<Exchange, 'response'>, error: GatewayError): void {
  const { response } = exchange
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = Buffer.from(JSON.stringify(errorBody(error)))
  response
    .writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      ...error.headers,
    })
    .end(body)
}
