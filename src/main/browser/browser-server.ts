import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PerMessageDeflateOptions } from 'ws'
import { ok, type Result } from '../../shared/ipc/result.ts'
import { previewBases } from '../../shared/preview-limits.ts'
import type { App } from '../application.ts'
import { hotPath } from '../dev-page.ts'
import { mediaResponse } from '../media/media-response.ts'
import { createServer } from '../node-http.ts'
import type { EventSink, Log } from '../platform.ts'
import { previewDocument } from '../previews/preview-document.ts'
import { securityHeaders } from '../security/csp.ts'
import { bridgePath, importPath, secretFragment, sessionPath, signedOutPath } from './bridge-frames.ts'
import { BridgeSocket } from './bridge-socket.ts'
import { type Downloads, downloadPath } from './downloads.ts'
import { receiveUpload } from './import-upload.ts'
import { type PageFiles, pageBridgePath, readPageFile } from './page-files.ts'
import { onwardPage, refusalPage } from './refusal-page.ts'
import { writeResponse } from './response-writer.ts'
import { createSessionGate, isSameOrigin, type SessionGate, type SessionSecrets, sameSecret } from './session-gate.ts'

/** Path where a second start requests a link; it authenticates with the secret of `instance.json`. */
export const linkPath = '/instance/link'
export const instanceHeader = 'x-atelier-instance'
export const mediaPath = '/media/'
export const previewPath = previewBases.browser

/**
 * Largest request headers, in bytes. They include the cookies of all ports: browsers keep 180 for a host, of 4 KB each
 * (Chromium, `cookie_monster.h`). None of them may lock the user out.
 */
const headersMaxBytes = 1024 ** 2

export interface BrowserServerOptions {
  readonly port: number
  /** The running application; waits while it is being replaced. */
  readonly app: () => Promise<Pick<App, 'importFile' | 'findMedia'>>
  readonly call: App['call']
  readonly files: PageFiles
  readonly downloads: Pick<Downloads, 'respond'>
  /** The current data folder; `secret` is that of its claim. */
  readonly data: () => string
  readonly instanceSecret: () => string
  readonly log: Log
  /**
   * In development, one session for all pages, so that a restart keeps them signed in; otherwise each page has its own.
   */
  readonly session?: SessionSecrets | undefined
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions
}

/** HTTP and WebSocket server of the browser shell on 127.0.0.1; answers only pages with a session. */
export class BrowserServer {
  readonly port: number
  readonly #options: BrowserServerOptions
  readonly #server: Server
  readonly #gate: SessionGate
  readonly #bridge: BridgeSocket
  /** Accepted host names. Any other name means that a foreign DNS name points at this computer. */
  readonly #hosts: ReadonlySet<string>
  readonly #windowHost: string

  private constructor(options: BrowserServerOptions, server: Server, port: number) {
    this.port = port
    this.#options = options
    this.#server = server
    this.#gate = createSessionGate(port, options.session)
    this.#windowHost = `atelier-${randomBytes(8).toString('hex')}.localhost:${port}`
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, this.#windowHost])
    this.#bridge = new BridgeSocket({
      call: options.call,
      ...(options.perMessageDeflate === undefined ? {} : { perMessageDeflate: options.perMessageDeflate }),
    })
    server.on('request', (request, response) => void this.#handle(request, response))
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  /** Starts listening. Rejects with the system's error when the port is taken. */
  static async listen(options: BrowserServerOptions): Promise<BrowserServer> {
    const server = createServer({ maxHeaderSize: headersMaxBytes })
    // an upload of 2 GiB from a slow disk takes longer than Node's five minutes
    server.requestTimeout = 3_600_000
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: '127.0.0.1', port: options.port }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return new BrowserServer(options, server, address.port)
  }

  /** Makes a one-use link that opens the app. */
  link(): string {
    return `http://127.0.0.1:${this.port}/?token=${this.#gate.issueToken()}`
  }

  /**
   * Makes a link for a Chromium window, which resolves names under `localhost`. The name is secret, so other ports can
   * neither read nor set its cookies.
   */
  windowLink(): string {
    return `http://${this.#windowHost}/?token=${this.#gate.issueToken()}`
  }

  /** Sends an event to every page. */
  readonly emit: EventSink['emit'] = (name, payload) => this.#bridge.emit(name, payload)

  /** Asks every page to reload. */
  reloadPages(): void {
    this.#bridge.reloadPages()
  }

  /** Stops listening and closes every connection, within about half a second. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    await this.#bridge.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const reply = await this.#route(request, response)
      if (reply !== 'written') writeReply(reply, request, response)
    } catch (cause) {
      this.#options.log('error', 'browser.request_failed', { reason: String(cause) })
      if (response.headersSent) response.destroy()
      else writeReply(plain(500, 'Something went wrong.'), request, response)
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<Reply | 'written'> {
    if (!this.#hosts.has(request.headers.host ?? '')) return plain(421, 'This is not the host of Atelier.')
    const target = parseTarget(request.url)
    if (target === null) return plain(400, 'This is not an address.')
    const { path, search, token } = target
    if (path === linkPath) return this.#giveLink(request)
    if (path === '/' && token !== null && request.method === 'GET') return this.#enter(request, token)
    if (path === sessionPath) return this.#renew(request)
    if (path === pageBridgePath) return await this.#file(path, search)
    if (path === importPath && this.#gate.sessionOf(request) !== null) return await this.#import(request)
    if (path === signedOutPath || !this.#gate.hasCookie(request)) return { status: 401, type: html, body: refusalPage }
    if (path === importPath) return plain(403, 'Not from this page.')
    if (path.startsWith(mediaPath)) {
      await this.#media(request, response, path.slice(mediaPath.length))
      return 'written'
    }
    if (path.startsWith(downloadPath)) {
      await this.#download(request, response, path.slice(downloadPath.length))
      return 'written'
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET and HEAD.')
    if (path.startsWith(previewPath)) return await preview(path.slice(previewPath.length))
    return await this.#file(path, search)
  }

  async #file(path: string, search: string): Promise<Reply> {
    const file = await readPageFile(this.#options.files, path, search)
    if (file === null) return plain(404, 'There is nothing here.')
    const cache = file.immutable ? 'private, max-age=31536000, immutable' : 'no-cache'
    const policy = file.policy === undefined ? {} : { 'content-security-policy': file.policy }
    return { status: 200, type: file.type, body: file.body, headers: { 'cache-control': cache, ...policy } }
  }

  #enter(request: IncomingMessage, token: string): Reply {
    // a prefetching browser must not use up the link
    if (/prefetch|preview/i.test(String(request.headers['sec-purpose'] ?? request.headers.purpose ?? ''))) {
      return plain(403, 'Not ahead of time.')
    }
    const session = this.#gate.redeem(token)
    if (session === null) {
      if (!this.#gate.hasCookie(request)) return { status: 401, type: html, body: refusalPage }
      return { type: html, body: onwardPage('/'), status: 303, headers: { location: '/' } }
    }
    const { cookie, secret } = session
    const location = `/${secretFragment}${secret}`
    const onward = { type: html, body: onwardPage(location) }
    const site = request.headers['sec-fetch-site']
    // A link clicked on another site (such as a terminal in a browser): SameSite=Strict cookies do not follow a
    // redirect, but they do follow a navigation started by our own page.
    if (site === 'cross-site' || site === 'same-site')
      return { ...onward, status: 200, headers: { 'set-cookie': cookie } }
    return { ...onward, status: 303, headers: { location, 'set-cookie': cookie } }
  }

  /** Renews the session cookie; cookies of another port on this host can evict or replace it. */
  #renew(request: IncomingMessage): Reply {
    if (request.method !== 'POST' || !isSameOrigin(request)) return plain(403, 'Not from this page.')
    const session = this.#gate.sessionOf(request)
    if (session === null) return plain(401, 'The session is over.')
    return { ...plain(200, 'Renewed.'), headers: { 'set-cookie': session.cookie } }
  }

  #giveLink(request: IncomingMessage): Reply {
    const secret = request.headers[instanceHeader]
    // browsers always send an Origin with a POST; a second start never does
    const allowed = request.method === 'POST' && request.headers.origin === undefined && typeof secret === 'string'
    if (!allowed || !sameSecret(this.#options.instanceSecret(), secret)) return plain(403, 'Not for you.')
    return { status: 200, type: json, body: JSON.stringify({ link: this.link(), windowLink: this.windowLink() }) }
  }

  async #import(request: IncomingMessage): Promise<Reply> {
    if (request.method !== 'POST') return plain(405, 'Only POST.')
    if (!isSameOrigin(request)) return plain(403, 'Not from this page.')
    const app = await this.#options.app()
    const received = await receiveUpload(request, this.#options.data())
    const answer: Result<unknown> = received.ok ? ok({ token: app.importFile(received.value) }) : received
    const status = received.ok ? 200 : received.error.code === 'file_too_large' ? 413 : 400
    return { status, type: json, body: JSON.stringify(answer) }
  }

  async #download(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const asked = { method: request.method ?? 'GET', range: request.headers.range ?? null }
    await writeResponse(await this.#options.downloads.respond(asked, token), response, securityHeaders('browser'))
  }

  async #media(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const app = await this.#options.app()
    const asked = { method: request.method ?? 'GET', range: request.headers.range ?? null }
    await writeResponse(await mediaResponse(asked, app.findMedia(id)), response, securityHeaders('browser'))
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // a client that disconnects must not end the process
    socket.on('error', () => socket.destroy())
    const path = parseTarget(request.url)?.path
    const isOurs = this.#hosts.has(request.headers.host ?? '') && isSameOrigin(request)
    const { dev } = this.#options.files
    if (isOurs && path === bridgePath && this.#gate.sessionOf(request) !== null)
      this.#bridge.accept(request, socket, head)
    else if (isOurs && path === hotPath && dev !== undefined && this.#gate.hasCookie(request))
      dev.upgrade(request, socket, head)
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
}

const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'

interface Target {
  readonly path: string
  /** With its question mark; empty without a query. */
  readonly search: string
  readonly token: string | null
}

function parseTarget(target: string | undefined): Target | null {
  // the raw path is used: the URL parser would resolve `..` before safe-path could refuse it
  if (target === undefined || !target.startsWith('/')) return null
  const at = target.indexOf('?')
  if (at < 0) return { path: target, search: '', token: null }
  const search = target.slice(at)
  return { path: target.slice(0, at), search, token: new URLSearchParams(search).get('token') }
}

/** Returns a document of a preview's frame; the only one that the page may frame. */
async function preview(name: string): Promise<Reply> {
  const served = await previewDocument(name, 'browser')
  if (served === null) return plain(404, 'There is nothing here.')
  const { 'content-type': type = html, ...headers } = served.headers
  return { status: 200, type, body: served.body, headers: { ...headers, 'x-frame-options': 'SAMEORIGIN' } }
}

interface Reply {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

function plain(status: number, text: string): Reply {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` }
}

function writeReply(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    ...securityHeaders('browser'),
    ...reply.headers,
    'content-type': reply.type,
    'content-length': Buffer.byteLength(reply.body),
    // the rest of a refused upload is not worth receiving
    ...(request.complete || reply.status < 400 ? {} : { connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : reply.body)
}
