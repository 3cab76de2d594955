import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, or of the address that was asked for. */
  readonly origin: string
  /** Paths of the requests, in order. */
  readonly paths: readonly string[]
  /** Answers CONNECT like a proxy. */
  onConnect(answer: (request: IncomingMessage, socket: Duplex) => void): void
  close(): Promise<void>
}

/** A real HTTP server on loopback that answers as the test says. */
export async function loopbackServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { address: at = '127.0.0.1', port = 0 }: { readonly address?: string; readonly port?: number } = {},
): Promise<LoopbackServer> {
  const paths: string[] = []
  // takes as many cookies as a browser sends
  const server = createServer({ maxHeaderSize: 1024 ** 2 }, (request, response) => {
    paths.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(port, at)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://${at}:${address.port}`,
    paths,
    onConnect: (answer) => void server.on('connect', answer),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A promise and the function that settles it. */
export function signal<T = void>(): { readonly come: Promise<T>; readonly give: (value: T) => void } {
  let give: (value: T) => void = () => {}
  const come = new Promise<T>((resolve) => {
    give = resolve
  })
  return { come, give: (value) => give(value) }
}
