import { connect } from 'node:net'
import { afterAll } from 'vitest'
import { createDemoGateway, type DemoGateway, type DemoGatewayOptions } from '../../src/demo-gateway/server.ts'

/** Starts a gateway at full speed, and closes it after the tests of the file. */
export async function startGateway(options: DemoGatewayOptions = {}): Promise<DemoGateway> {
  const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY, ...options })
  afterAll(() => gateway.close())
  return gateway
}

/** Sends a request with the gateway's key. */
export function send(gateway: DemoGateway, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${gateway.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${gateway.key}`,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
}

/** Parses an answer's JSON without types. */
export async function json(answer: Response | Promise<Response>) {
  return JSON.parse(await (await answer).text())
}

/** A chat request with one message. */
export function chat(content: unknown, more: Record<string, unknown> = {}) {
  return { model: 'demo-chat', messages: [{ role: 'user', content }], ...more }
}

/** Sends a chat request with faults. */
export function sendFaulty(gateway: DemoGateway, faults: string, body: unknown = chat('Tell me about tides')) {
  return send(gateway, '/v1/chat/completions', body, { 'x-demo-fault': faults })
}

export interface WireAnswer {
  readonly packets: readonly Buffer[]
  /** The whole wire text, with headers and chunk frames. */
  readonly text: string
  readonly end: 'fin' | 'reset'
}

/** Sends a request over a bare socket; resolves to everything received until the gateway closes the connection. */
export function sendOverSocket(gateway: DemoGateway, faults: string, body: unknown): Promise<WireAnswer> {
  const { port } = new URL(gateway.origin)
  const payload = JSON.stringify(body)
  return new Promise((resolve) => {
    const packets: Buffer[] = []
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${gateway.key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(payload)}\r\n` +
          `Connection: close\r\nx-demo-fault: ${faults}\r\n\r\n${payload}`,
      )
    })
    const done = (end: 'fin' | 'reset') => resolve({ packets, text: Buffer.concat(packets).toString('utf8'), end })
    socket.on('data', (packet) => packets.push(packet))
    socket.on('end', () => done('fin'))
    socket.on('error', () => done('reset'))
  })
}

/** Removes chunked framing from the packets: one entry per write of the gateway. */
export function writesOf(answer: WireAnswer): Buffer[] {
  const bytes = Buffer.concat(answer.packets)
  const writes: Buffer[] = []
  let at = bytes.indexOf('\r\n\r\n') + 4
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (lineEnd < 0 || !(size > 0)) return writes
    writes.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

/** The data of the events in a stream with plain line ends. */
export function eventsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
}

/** The text of a stream's deltas. */
export function textOf(events: readonly string[]): string {
  return events
    .filter((event) => event.startsWith('{'))
    .map((event) => JSON.parse(event).choices?.[0]?.delta?.content ?? '')
    .join('')
}

/** Reads a body until it satisfies the condition; the body stays open. */
export async function readUntil(answer: Response, condition: (text: string) => boolean): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !condition(text)) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
  }
  return text
}

/** A gateway clock that moves only on demand. */
export function createTestClock(start = 1_760_000_000_000) {
  let time = start
  return {
    now: () => time,
    advance(ms: number) {
      time += ms
    },
  }
}
