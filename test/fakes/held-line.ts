import { connect, createServer, type Socket } from 'node:net'

/** A connection to a gateway that can be held in the middle of an answer, so that a test never races a stream. */
export interface HeldLine {
  /** The address to use instead of the gateway's own, with `/v1`. */
  readonly baseUrl: string
  /** From now on, holds every connection after this many further bytes. */
  holdAfter(bytes: number): void
  /** Lets everything through, held data first. */
  release(): void
  close(): Promise<void>
}

/** Opens a line to a gateway on 127.0.0.1. */
export async function openHeldLine(gateway: { readonly origin: string }): Promise<HeldLine> {
  const port = Number(new URL(gateway.origin).port)
  const connections = new Map<Socket, { readonly client: Socket; bytes: number }>()
  let limit = Number.POSITIVE_INFINITY

  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1' })
    const connection = { client, bytes: 0 }
    connections.set(upstream, connection)
    const end = (): void => {
      connections.delete(upstream)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end)
    client.pipe(upstream)
    client.on('close', end)
    upstream.on('end', () => client.end())
    upstream.on('data', (data) => {
      // an answer may arrive at once; bytes beyond the limit wait in order
      const passed = data.subarray(0, Math.max(0, limit - connection.bytes))
      client.write(passed)
      connection.bytes += passed.length
      if (connection.bytes < limit) return
      upstream.pause()
      if (passed.length < data.length) upstream.unshift(data.subarray(passed.length))
    })
  })
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')

  const release = (): void => {
    limit = Number.POSITIVE_INFINITY
    for (const upstream of connections.keys()) upstream.resume()
  }
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    holdAfter(bytes) {
      limit = bytes
      for (const connection of connections.values()) connection.bytes = 0
    },
    release,
    async close() {
      release()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [upstream, { client }] of connections) {
        upstream.destroy()
        client.destroy()
      }
      await closed
    },
  }
}
