import { randomBytes } from 'node:crypto'
import type { ManualProxy } from '../platform.ts'

/** A proxy on this computer that forwards to a SOCKS5 proxy with a login. */
export interface SocksRelay {
  /** The relay's address: an HTTP proxy whose password only this process knows. */
  readonly proxy: ManualProxy
  /** Accepts no more connections; current ones continue. */
  close(): void
}

/** Starts a relay on a free port of loopback. */
export async function startSocksRelay(target: ManualProxy): Promise<SocksRelay> {
  // loaded on demand, because few people have such a proxy
  const { Server } = await import('proxy-chain')
  const username = 'atelier'
  const password = randomBytes(24).toString('hex')
  const upstream = new URL(`socks5://${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`)
  upstream.username = encodeURIComponent(target.username)
  upstream.password = encodeURIComponent(target.password)
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    verbose: false,
    prepareRequestFunction: (asked) => {
      const isOurs = asked.username === username && asked.password === password
      return isOurs ? { upstreamProxyUrl: upstream.href } : { requestAuthentication: true }
    },
  })
  await server.listen()
  return {
    proxy: { kind: 'http', host: '127.0.0.1', port: server.port, username, password },
    close: () => void server.close(false),
  }
}
