import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

/** Sockets that a partition opens to one HTTP/1.1 host: chromium, net/socket/client_socket_pool_manager.cc. */
export const socketsPerHost = 6

/** State of one partition: its sockets, its proxy, and its `webRequest` check of response headers. */
export interface LoaderContext {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  /** Resolves names; null uses the system. */
  readonly lookup: LookupFunction | null
  /** As in a PAC file: `DIRECT`, or `PROXY host:port` first. */
  readonly proxyFor: (url: string) => string
  /** Called before the response continues; false cancels it with ERR_BLOCKED_BY_CLIENT. */
  readonly admits: (url: string, ip: string) => Promise<boolean>
}

export function createAgents(): Pick<LoaderContext, 'http' | 'https'> {
  return { http: new HttpAgent({ maxSockets: socketsPerHost }), https: new HttpsAgent({ maxSockets: socketsPerHost }) }
}

export interface ResponseHead {
  readonly statusCode: number
  readonly statusMessage: string
  /** Lowercase names, each with all its values. */
  readonly headers: Readonly<Record<string, string[]>>
}

export interface LoaderEvents {
  /** Returns the method and URL to continue with, or null to stop. */
  redirect(head: ResponseHead, method: string, url: string): boolean
  started(head: ResponseHead): void
  data(chunk: Buffer, resume: () => void): void
  complete(): void
  error(name: string): void
}

export interface LoaderRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/**
 * Chromium's URL loader as seen by Electron's SimpleURLLoaderWrapper, over Node's http: a queue of sockets per host,
 * names of errors, refused headers, decompression, reported redirects, and responses held back while their type is
 * sniffed. Files and symbols are in docs/electron.md.
 */
export class ChromiumLoader {
  readonly #context: LoaderContext
  readonly #events: LoaderEvents
  #stop: () => void = () => {}
  #isOver = false

  constructor(request: LoaderRequest, context: LoaderContext, events: LoaderEvents) {
    this.#context = context
    this.#events = events
    // asynchronous, because the loader runs in another process
    setImmediate(() => this.#start(request))
  }

  /** No event follows. */
  cancel(): void {
    this.#isOver = true
    this.#stop()
  }

  #start(request: LoaderRequest): void {
    if (this.#isOver) return
    const refusal = unsafePorts.has(Number(new URL(request.url).port))
      ? 'ERR_UNSAFE_PORT'
      : Object.entries(request.headers).some(isUnsafeHeader)
        ? 'ERR_INVALID_ARGUMENT'
        : null
    if (refusal !== null) {
      this.#fail(refusal)
      return
    }
    const ways = this.#context.proxyFor(request.url).split(';')
    this.#go(
      request,
      ways.map((way) => way.trim()),
    )
  }

  /** Tries the first route; an unreachable proxy is skipped if another route exists. */
  #go(request: LoaderRequest, [way = 'DIRECT', ...others]: readonly string[]): void {
    const [kind = '', address = ''] = way.split(' ')
    const proxy = kind === 'DIRECT' ? null : new URL(`http://${address}`)
    const failed = (cause: Error, isProxied: boolean): void => {
      const name = nameOf(cause, isProxied)
      if (name === 'ERR_PROXY_CONNECTION_FAILED' && others.length > 0 && !this.#isOver) this.#go(request, others)
      else this.#fail(cause instanceof TunnelRefused ? 'ERR_TUNNEL_CONNECTION_FAILED' : name)
    }
    if (proxy === null || !request.url.startsWith('https:')) {
      this.#send(request, proxy, null, failed)
      return
    }
    openTunnel(proxy, new URL(request.url)).then(
      (tunnel) => (this.#isOver ? void tunnel.destroy() : this.#send(request, proxy, tunnel, failed)),
      (cause: Error) => failed(cause, true),
    )
  }

  #send(
    request: LoaderRequest,
    proxy: URL | null,
    tunnel: Socket | null,
    failed: (cause: Error, isProxied: boolean) => void,
  ): void {
    const url = new URL(request.url)
    const isTls = url.protocol === 'https:'
    const { lookup } = this.#context
    const common = { method: request.method, headers: headersOf(request, url) }
    const agent = isTls ? this.#context.https : this.#context.http
    const direct = { ...common, agent, ...(lookup ? { lookup } : {}) }
    const sent = tunnel
      ? httpsRequest(url, {
          ...common,
          createConnection: () => tlsConnect({ socket: tunnel, servername: url.hostname }),
        })
      : proxy
        ? httpRequest({ ...common, agent, hostname: proxy.hostname, port: proxy.port, path: request.url })
        : isTls
          ? httpsRequest(url, direct)
          : httpRequest(url, direct)
    this.#stop = () => void sent.destroy()
    sent.on('response', (message) => {
      const ip = (tunnel ?? message.socket).remoteAddress ?? ''
      void this.#context.admits(request.url, ip).then((admitted) => {
        if (this.#isOver) return
        if (admitted) this.#answered(message, request)
        else this.#fail('ERR_BLOCKED_BY_CLIENT')
      })
    })
    sent.on('error', (cause) => failed(cause, proxy !== null && tunnel === null))
    sent.end(request.body ?? undefined)
  }

  #answered(message: IncomingMessage, request: LoaderRequest): void {
    const head = headOf(message)
    const to = head.headers.location?.[0]
    if (to !== undefined && [301, 302, 303, 307, 308].includes(head.statusCode)) {
      message.resume()
      if (!URL.canParse(to, request.url)) {
        this.#fail('ERR_INVALID_REDIRECT')
        return
      }
      const isGet = head.statusCode === 303 || (head.statusCode < 303 && request.method === 'POST')
      const method = isGet && request.method !== 'HEAD' ? 'GET' : request.method
      const url = new URL(to, request.url).href
      // a redirect ends its connection
      const goesOn = this.#events.redirect(head, method, url)
      if (goesOn && !this.#isOver)
        this.#start({ ...request, method, url, body: method === 'GET' ? null : request.body })
      return
    }
    this.#pass(message, head)
  }

  /** Passes on the decoded body; the response begins once its type can be detected. */
  #pass(message: IncomingMessage, head: ResponseHead): void {
    const held: Buffer[] = []
    let isSniffing = isSniffed(head)
    if (!isSniffing) this.#events.started(head)
    const begin = (): void => {
      if (!isSniffing || this.#isOver) return
      isSniffing = false
      this.#events.started(head)
      if (held.length > 0) this.#events.data(Buffer.concat(held), () => {})
    }
    const body = decoded(message, head)
    message.on('error', () => this.#fail(brokenOff(head)))
    message.on('aborted', () => this.#fail(brokenOff(head)))
    if (body !== message) body.on('error', () => this.#fail('ERR_CONTENT_DECODING_FAILED'))
    body.on('data', (chunk: Buffer) => {
      if (this.#isOver) return
      if (isSniffing) {
        held.push(chunk)
        if (Buffer.concat(held).length >= 1024) begin()
        return
      }
      body.pause()
      this.#events.data(chunk, () => body.resume())
    })
    body.on('end', () => {
      begin()
      if (this.#isOver) return
      this.#isOver = true
      this.#events.complete()
    })
  }

  #fail(name: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stop()
    this.#events.error(`net::${name}`)
  }
}

function headersOf({ headers }: LoaderRequest, url: URL): Record<string, string> {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const offered = url.protocol === 'https:' ? 'gzip, deflate, br, zstd' : 'gzip, deflate'
  return {
    Host: url.host,
    ...headers,
    ...(names.has('accept-encoding') ? {} : { 'Accept-Encoding': names.has('range') ? 'identity' : offered }),
  }
}

class TunnelRefused extends Error {}

/** Opens a connection to a host through a proxy's CONNECT. */
function openTunnel(proxy: URL, { hostname, port }: URL): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const path = `${hostname}:${port || 443}`
  const { hostname: host, port: proxyPort } = proxy
  const asking = httpRequest({ host, port: proxyPort, method: 'CONNECT', path, headers: { host: path }, agent: false })
  asking.on('connect', (answer, socket: Socket) => {
    if (answer.statusCode === 200) return resolve(socket)
    socket.destroy()
    reject(new TunnelRefused())
  })
  asking.on('error', reject)
  asking.end()
  return promise
}

/** Header bytes become JavaScript strings as UTF-8 (gin's StringToV8). */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function headOf(message: IncomingMessage): ResponseHead {
  const headers: Record<string, string[]> = {}
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    const name = (message.rawHeaders[at] ?? '').toLowerCase()
    headers[name] = [...(headers[name] ?? []), utf8(message.rawHeaders[at + 1] ?? '')]
  }
  return { statusCode: message.statusCode ?? 0, statusMessage: utf8(message.statusMessage ?? ''), headers }
}

/** These codings are decoded whatever the request accepts; the headers stay unchanged. */
function decoded(message: IncomingMessage, { headers }: ResponseHead): Readable {
  switch (headers['content-encoding']?.[0]?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return message.pipe(createGunzip())
    case 'deflate':
      return message.pipe(createInflate())
    case 'br':
      return message.pipe(createBrotliDecompress())
    case 'zstd':
      return message.pipe(createZstdDecompress())
    default:
      return message
  }
}

/**
 * Returns true if the response waits for its first 1024 bytes, or its end: net/base/mime_sniffer.cc,
 * ShouldSniffMimeType.
 */
function isSniffed({ statusCode, headers }: ResponseHead): boolean {
  if (statusCode === 204 || statusCode === 304 || headers['x-content-type-options']?.[0] === 'nosniff') return false
  const type = headers['content-type']?.[0]?.split(';')[0]?.trim().toLowerCase() ?? ''
  return sniffedTypes.has(type)
}

const sniffedTypes: ReadonlySet<string> = new Set([
  '',
  '*/*',
  'application/octet-stream',
  'application/unknown',
  'application/xml',
  'text/plain',
  'text/xml',
  'unknown/unknown',
])

/** services/network/public/cpp/header_util.cc, IsRequestHeaderSafe. */
function isUnsafeHeader([name, value]: readonly [string, string]): boolean {
  if (/^connection$/i.test(name)) return !/^(close|keep-alive)$/i.test(value)
  return /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding|set-cookie|proxy-.*)$/i.test(
    name,
  )
}

/** Error of a truncated body: net/http/http_stream_parser.cc. */
function brokenOff({ headers }: ResponseHead): string {
  return headers['content-length'] ? 'ERR_CONTENT_LENGTH_MISMATCH' : 'ERR_INCOMPLETE_CHUNKED_ENCODING'
}

/** net/base/net_errors_posix.cc, MapSystemError; net/base/net_error_list.h. */
const namesOfCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ECONNABORTED: 'ERR_CONNECTION_ABORTED',
  EPIPE: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  ENETDOWN: 'ERR_INTERNET_DISCONNECTED',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
}

function nameOf(cause: Error, isProxied: boolean): string {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (isProxied && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/.test(code))
    return 'ERR_PROXY_CONNECTION_FAILED'
  if (cause.message === 'socket hang up') return 'ERR_EMPTY_RESPONSE'
  if (code.startsWith('HPE_')) return 'ERR_INVALID_HTTP_RESPONSE'
  return namesOfCodes[code] ?? 'ERR_FAILED'
}

/** net/base/port_util.cc, kRestrictedPorts. */
const unsafePorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 5060, 5061, 6000,
  6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
])
