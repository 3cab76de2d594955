import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { ProxyHop } from '../../../shared/proxy-modes.ts'
import { request } from '../../node-http.ts'
import type { ManualProxy } from '../../platform.ts'
import { proxyName } from './proxy-route.ts'

/** Longest time of one hop, in ms. */
export const hopMaxMs = 20_000

/** The failure of a connection through a proxy; nothing of the request was sent. Holds no proxy name or password. */
export class ProxyFailure extends Error {
  readonly code = 'ATELIER_PROXY'
  readonly hop: ProxyHop

  constructor(hop: ProxyHop, detail: string, cause?: unknown) {
    super(`PROXY ${hop}: ${detail}`, { cause })
    this.hop = hop
  }
}

/**
 * Opens a connection to a host through a proxy. The proxy resolves host names. Rejects with a ProxyFailure that names
 * the hop, also if a hop takes longer than `hopMs`.
 */
export async function openTunnel(
  proxy: ManualProxy,
  target: { readonly host: string; readonly port: number },
  hopMs = hopMaxMs,
): Promise<Socket> {
  const socket = await connectToProxy(proxy, hopMs)
  try {
    return proxy.kind === 'socks5'
      ? await throughSocks(socket, proxy, target, hopMs)
      : await throughHttp(socket, proxy, target, hopMs)
  } catch (cause) {
    socket.destroy()
    throw cause
  }
}

/** Opens a connection to the proxy itself. */
export async function connectToProxy(proxy: ManualProxy, hopMs = hopMaxMs): Promise<Socket> {
  const { host, kind, port } = proxy
  const found = await lookup(host).catch((cause: unknown) => {
    throw new ProxyFailure('proxy_name', `${host} has no address`, cause)
  })
  const servername = isIP(host) === 0 ? host : ''
  const socket =
    kind === 'https'
      ? connectSecure({ host: found.address, port, servername, ALPNProtocols: ['http/1.1'] })
      : connect({ host: found.address, port })
  socket.setNoDelay(true)
  try {
    await once(socket, kind === 'https' ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(hopMs) })
    return socket
  } catch (cause) {
    socket.destroy()
    throw new ProxyFailure('proxy_connection', `${proxyName(proxy)}: ${wordOf(cause)}`, cause)
  }
}

async function throughHttp(
  socket: Socket,
  proxy: ManualProxy,
  { host, port }: { readonly host: string; readonly port: number },
  hopMs: number,
): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const login = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  const asked = request({
    method: 'CONNECT',
    path: authority,
    createConnection: () => socket,
    headers: { host: authority, ...(proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${login}` }) },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const late = setTimeout(() => asked.destroy(new Error('no answer in time')), hopMs)
  asked.on('error', (cause) => reject(new ProxyFailure('target', `${authority}: ${wordOf(cause)}`, cause)))
  asked.on('response', ({ statusCode }) => reject(refusalOf(statusCode, authority)))
  asked.on('connect', ({ statusCode = 0 }, _socket, head: Buffer) => {
    if (statusCode < 200 || statusCode > 299) reject(refusalOf(statusCode, authority))
    else {
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    }
  })
  asked.end()
  return await promise.finally(() => clearTimeout(late))
}

function refusalOf(status: number | undefined, authority: string): ProxyFailure {
  return status === 407
    ? new ProxyFailure('proxy_login', 'the proxy answered 407')
    : new ProxyFailure('target', `the proxy answered ${status ?? 'nothing'} for ${authority}`)
}

async function throughSocks(
  socket: Socket,
  { host: proxyHost, password, port: proxyPort, username }: ManualProxy,
  target: { readonly host: string; readonly port: number },
  hopMs: number,
): Promise<Socket> {
  // loaded on demand, because few people have such a proxy
  const { SocksClient } = await import('socks')
  try {
    const made = await SocksClient.createConnection({
      proxy: {
        host: proxyHost,
        port: proxyPort,
        type: 5,
        ...(username === '' ? {} : { userId: username, password }),
      },
      command: 'connect',
      destination: target,
      existing_socket: socket,
      timeout: hopMs,
    })
    return made.socket
  } catch (cause) {
    const word = cause instanceof Error ? cause.message : ''
    throw new ProxyFailure(/auth/i.test(word) ? 'proxy_login' : 'target', word.slice(0, 200), cause)
  }
}

function wordOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && cause.code !== 'ABORT_ERR')
    return cause.code
  return cause instanceof Error && cause.name === 'AbortError' ? 'no answer in time' : String(cause)
}
