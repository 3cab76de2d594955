import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { request } from './node-http.ts'
import { contentSecurityPolicy, type PageHost } from './security/csp.ts'
import type { ServedFile } from './security/served-file.ts'

/** Address of Vite's dev server: a socket in its own folder, or on loopback. */
export type DevServer = { readonly socketPath: string } | { readonly origin: string }

/** A file of the page from Vite, with the policy that its inline scripts need. */
export interface DevFile extends ServedFile {
  readonly policy: string
}

/** Returns the dev server's address from electron-vite: only for an unpackaged app, only on this computer. */
export function devServerOf(
  isPackaged: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): DevServer | null {
  const address = environment.ELECTRON_RENDERER_URL
  if (isPackaged || address === undefined || !URL.canParse(address)) return null
  const { hostname, origin, protocol } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname) ? { origin } : null
}

/** Path of Vite's WebSocket, which sends changed modules to the page. */
export const hotPath = '/hot'

/** Serves the page from Vite's dev server. Used only in development; builds leave it out. */
export class DevPage {
  readonly #server: DevServer
  readonly #host: PageHost

  constructor(server: DevServer, host: PageHost) {
    this.#server = server
    this.#host = host
  }

  /** Origin of Vite's WebSocket when the page connects to it directly; undefined when the shell forwards it. */
  get socket(): string | undefined {
    return 'origin' in this.#server ? this.#server.origin.replace(/^http:/, 'ws:') : undefined
  }

  /** Reads `target`, a path with its query; null when Vite does not have it. */
  async readPageFile(target: string): Promise<DevFile | null> {
    // Vite answers a navigation with its page, and any other request with the module
    const accept = target === '/' || target === '/index.html' ? 'text/html' : '*/*'
    const sent = request({ ...this.#address(), path: target, headers: { host: 'localhost', accept } })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject).end()
    })
    const body = await buffer(response)
    const type = response.headers['content-type']
    if (response.statusCode !== 200 || type === undefined) return null
    const page = type.startsWith('text/html') ? body.toString() : ''
    return { body, type, immutable: false, policy: devPolicy(this.#host, page, this.socket) }
  }

  /** Forwards a WebSocket of the page to Vite. */
  upgrade({ headers, url }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const server = this.#server
    const upstream = 'socketPath' in server ? connect(server.socketPath) : connect(Number(new URL(server.origin).port))
    const lines = Object.entries({ ...headers, host: 'localhost' }).map(([name, value]) => `${name}: ${value}\r\n`)
    upstream.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    upstream.write(head)
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.pipe(socket).pipe(upstream)
  }

  #address(): RequestOptions {
    if ('socketPath' in this.#server) return this.#server
    const { hostname, port } = new URL(this.#server.origin)
    return { hostname, port }
  }
}

/**
 * Returns the page's policy, loosened for Vite in development: Vite inserts styles and inline scripts into the page,
 * and pings from a worker created from text.
 */
function devPolicy(host: PageHost, page: string, socket = ''): string {
  const scripts = page.split('<script').slice(1)
  const inline = scripts
    .map((part) => part.slice(part.indexOf('>') + 1, part.indexOf('</script>')))
    .filter((code) => code !== '')
    .map((code) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return contentSecurityPolicy(host)
    .replace("script-src 'self'", `script-src 'self'${inline.join('')}`)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace('connect-src', `connect-src ${socket}`.trimEnd())
    .replace("worker-src 'self'", "worker-src 'self' blob:")
}
