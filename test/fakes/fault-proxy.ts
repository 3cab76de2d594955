import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to a request on its way. */
export type Fault =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }
  /** The connection ends before the request reaches the server. */
  | { readonly kind: 'cut' }
  /** The request arrives; the connection ends before its answer. */
  | { readonly kind: 'cut-after' }
  /** The first half of the body arrives, and the connection ends. */
  | { readonly kind: 'half' }
  /** The answer's body is changed. */
  | { readonly kind: 'change'; readonly body: (bytes: Buffer) => Buffer; readonly headers?: Record<string, string> }

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly bytes: number
}

/** Stands before a server and lets a test disturb requests. */
export interface FaultProxy {
  readonly origin: string
  /** Requests in order. */
  readonly asked: readonly Asked[]
  /** Decides about each request; null lets it pass. */
  disturb(by: (asked: Asked) => Fault | null): void
  close(): Promise<void>
}

/** Starts a proxy on loopback before the server at `target`. The Host header is passed on, as signatures cover it. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const asked: Asked[] = []
  let decide: (asked: Asked) => Fault | null = () => null
  const server = createServer((from, to) => {
    void pass(from, to).catch(() => to.destroy())
  })

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from)
    const about = { method: from.method ?? '', path: from.url ?? '', headers: from.headers, bytes: body.length }
    asked.push(about)
    const fault = decide(about)
    if (fault?.kind === 'cut') return void to.destroy()
    if (fault?.kind === 'answer') {
      to.writeHead(fault.status, fault.headers)
      to.end(fault.body ?? '')
      return
    }
    const onward = request(`${target}${from.url ?? ''}`, { method: from.method, headers: from.headers, setHost: false })
    if (fault?.kind === 'half') {
      onward.on('error', () => to.destroy())
      onward.write(body.subarray(0, body.length / 2), () => {
        onward.destroy()
        to.destroy()
      })
      return
    }
    onward.end(body)
    const [answer] = await once(onward, 'response')
    const bytes = await buffer(answer)
    if (fault?.kind === 'cut-after') return void to.destroy()
    const changed = fault?.kind === 'change' ? fault.body(bytes) : bytes
    const { 'transfer-encoding': _chunked, 'content-length': length, ...headers } = answer.headers
    const stated =
      from.method === 'HEAD'
        ? length === undefined
          ? {}
          : { 'content-length': length }
        : { 'content-length': changed.length }
    to.writeHead(answer.statusCode ?? 500, {
      ...headers,
      ...stated,
      ...(fault?.kind === 'change' ? fault.headers : {}),
    })
    to.end(changed)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    disturb: (by) => {
      decide = by
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
