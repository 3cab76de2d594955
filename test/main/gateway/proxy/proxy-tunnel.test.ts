import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hopMaxMs, openTunnel } from '../../../../src/main/gateway/proxy/proxy-tunnel.ts'
import { proxyKinds } from '../../../../src/shared/proxy-modes.ts'

/** Takes every connection and never says a word. */
let silent: Server
let sockets: Socket[]
let port: number

beforeEach(async () => {
  sockets = []
  silent = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('each hop of a proxy has 20 s', () => {
  expect(hopMaxMs).toBe(20_000)
})

describe('a proxy that accepts the connection and says nothing', () => {
  test.each(proxyKinds)(
    'a silent proxy of the kind %s ends in an error that names the hop, and holds no connection',
    async (kind) => {
      const proxy = { kind, host: '127.0.0.1', port, username: '', password: '' }
      const hop = kind === 'https' ? 'proxy_connection' : 'target'
      await expect(openTunnel(proxy, { host: 'example.org', port: 443 }, 50)).rejects.toMatchObject({
        code: 'ATELIER_PROXY',
        hop,
      })
      const [socket] = sockets
      if (socket === undefined) throw new Error('the proxy was never asked')
      if (!socket.closed) await once(socket, 'close')
      expect(socket.closed).toBe(true)
    },
  )
})
