import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface SocksServer {
  readonly port: number
  /** `host:port` of each connection asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/**
 * A SOCKS5 server on loopback (RFC 1928, 1929), with a login if one is given. Every name leads to 127.0.0.1.
 */
export async function socksServer(
  login: { readonly username: string; readonly password: string } | null,
): Promise<SocksServer> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    serve(socket, login, (host) => asked.push(host)).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(
  socket: Socket,
  login: { readonly username: string; readonly password: string } | null,
  tell: (host: string) => void,
): Promise<void> {
  const read = async (length: number): Promise<Buffer> => {
    for (;;) {
      const bytes: unknown = length === 0 ? Buffer.alloc(0) : socket.read(length)
      if (Buffer.isBuffer(bytes)) return bytes
      if (socket.readableEnded || socket.destroyed) throw new Error('it ended')
      await once(socket, 'readable')
    }
  }
  const [, methods = 0] = await read(2)
  const offered = await read(methods)
  const method = login === null ? 0 : 2
  if (!offered.includes(method)) {
    socket.end(Buffer.from([5, 0xff]))
    return
  }
  socket.write(Buffer.from([5, method]))
  if (login !== null) {
    const [, nameLength = 0] = await read(2)
    const name = (await read(nameLength)).toString()
    const [wordLength = 0] = await read(1)
    const word = (await read(wordLength)).toString()
    const isRight = name === login.username && word === login.password
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) {
      socket.end()
      return
    }
  }
  const [, , , kind] = await read(4)
  const host =
    kind === 3
      ? (await read((await read(1))[0] ?? 0)).toString()
      : kind === 1
        ? [...(await read(4))].join('.')
        : (await read(16)).toString('hex')
  const port = (await read(2)).readUInt16BE()
  tell(`${host}:${port}`)
  const onwards = connect(port, '127.0.0.1')
  onwards.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])))
  await once(onwards, 'connect')
  socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  socket.on('close', () => onwards.destroy())
  onwards.on('close', () => socket.end())
  socket.pipe(onwards)
  onwards.pipe(socket)
}
