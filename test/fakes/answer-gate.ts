import { createServer, request } from 'node:http'

/**
 * A proxy to a gateway that passes requests on and holds back the answers to some: they were received, and paid for.
 */
export interface AnswerGate {
  /** The address to use instead of the gateway's own, with `/v1`. */
  readonly baseUrl: string
  /** Number of answers held back. */
  readonly kept: number
  /** Stops holding back answers. */
  open(): void
  close(): Promise<void>
}

/** Passes `count` answers of a path, and holds back the rest. */
export async function openAnswerGate(
  gateway: { readonly origin: string },
  path: string,
  count: number,
): Promise<AnswerGate> {
  const to = new URL(gateway.origin)
  let left = count
  let kept = 0
  const server = createServer((incoming, outgoing) => {
    const passed = request(
      {
        host: to.hostname,
        port: to.port,
        path: incoming.url ?? '/',
        method: incoming.method ?? 'GET',
        headers: incoming.headers,
      },
      (answer) => {
        const counts = incoming.url === path
        if (counts && left <= 0) {
          kept += 1
          answer.resume()
          return
        }
        if (counts) left -= 1
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gate has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    get kept() {
      return kept
    },
    open() {
      left = Number.POSITIVE_INFINITY
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
