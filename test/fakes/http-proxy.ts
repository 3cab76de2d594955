import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'

export interface HttpProxy {
  /** `127.0.0.1:PORT` */
  readonly address: string
  /** Requests it received: `GET http://…` or `CONNECT host:port`, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A real HTTP proxy on loopback. Its names lead to ports of 127.0.0.1; unknown ones get a 502. */
export async function httpProxy(names: Readonly<Record<string, number>>, at = '127.0.0.1'): Promise<HttpProxy> {
  const asked: string[] = []
  const portOf = (host: string): number | undefined => names[host]
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const port = URL.canParse(request.url ?? '') ? portOf(new URL(request.url ?? '').hostname) : undefined
    if (port === undefined) {
      response.writeHead(502).end()
      return
    }
    const { pathname, search } = new URL(request.url ?? '')
    const { method, headers } = request
    const onwards = httpRequest({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onwards.on('error', () => response.destroy())
    request.pipe(onwards)
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    const port = portOf(new URL(`http://${request.url}`).hostname)
    if (port === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const onwards = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onwards.pipe(socket).pipe(onwards)
    })
    onwards.on('error', () => socket.destroy())
    socket.on('error', () => onwards.destroy())
    socket.on('close', () => onwards.destroy())
  })
  server.listen(0, at)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    address: `${at}:${address.port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
