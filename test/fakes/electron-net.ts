import type { LookupFunction } from 'node:net'
import { Readable, Writable } from 'node:stream'
import type { ClientRequestConstructorOptions, ProxyConfig } from 'electron'
import { ChromiumLoader, createAgents, type LoaderContext, type ResponseHead } from './chromium-loader.ts'

/**
 * `net.request` after Electron's source (electron/electron at 96f3996d, lib/common/api/net-client-request.ts), over a
 * double of Chromium's loader. It keeps these quirks: an unfollowed redirect fails with "Redirect was cancelled", an
 * upload is concatenated chunk by chunk, destroying a response does not end its request, and errors appear on request
 * and response.
 */
export class ElectronNet {
  /** Number of chunks concatenated for each upload. */
  readonly uploads: number[] = []
  readonly #sessions = new Map<string, ElectronSession>()
  readonly #network: Network

  constructor(network: Network = {}) {
    this.#network = network
  }

  /** `session.fromPartition`: the same session for the same name. */
  fromPartition(partition: string): ElectronSession {
    const session = this.#sessions.get(partition) ?? new ElectronSession(this.#network)
    this.#sessions.set(partition, session)
    return session
  }

  get partitions(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /** Number of requests waiting for a socket. */
  get inLine(): number {
    return [...this.#sessions.values()].reduce((sum, session) => sum + session.inLine, 0)
  }

  request(options: NetRequestOptions): NetRequest {
    return new NetRequest(options, this.uploads)
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close()
  }
}

/** The network around the double; missing parts use the system's. */
export interface Network {
  /** Resolves names to addresses. */
  readonly lookup?: LookupFunction
  /** The PAC answer for a URL. */
  readonly proxyFor?: (url: string) => string
}

export type NetRequestOptions = Omit<ClientRequestConstructorOptions, 'session'> & { readonly session: ElectronSession }

type HeadersListener = (
  details: { readonly url: string; readonly ip?: string },
  callback: (answer: { cancel?: boolean }) => void,
) => void

/** The part of a session that is used. */
export class ElectronSession {
  /** Domains that may receive the user's identity, as last set. */
  ntlmDomains: string | null = null
  readonly context: LoaderContext
  readonly #network: Network
  #onHeaders: HeadersListener | null = null
  /** Configurations of the proxy, in order. */
  readonly proxies: ProxyConfig[] = []

  async setProxy(config: ProxyConfig): Promise<void> {
    this.proxies.push(config)
  }

  readonly webRequest = {
    onHeadersReceived: (listener: HeadersListener | null): void => {
      this.#onHeaders = listener
    },
  }

  constructor(network: Network) {
    this.#network = network
    this.context = {
      ...createAgents(),
      lookup: network.lookup ?? null,
      proxyFor: (url) => network.proxyFor?.(url) ?? 'DIRECT',
      admits: (url, ip) => this.#admits(url, ip),
    }
  }

  get inLine(): number {
    const { http, https } = this.context
    return [http, https]
      .flatMap(({ requests }) => Object.values(requests))
      .reduce((sum, all) => sum + (all?.length ?? 0), 0)
  }

  allowNTLMCredentialsForDomains(domains: string): void {
    this.ntlmDomains = domains
  }

  async resolveProxy(url: string): Promise<string> {
    return this.#network.proxyFor?.(url) ?? 'DIRECT'
  }

  async resolveHost(host: string): Promise<{ endpoints: { address: string; family: 'ipv4' | 'ipv6' | 'unspec' }[] }> {
    const { lookup } = this.#network
    if (!lookup) throw new Error('net::ERR_NAME_NOT_RESOLVED')
    return await new Promise((resolve, reject) =>
      lookup(host, { all: true }, (cause, found) => {
        if (cause || typeof found === 'string') return reject(new Error('net::ERR_NAME_NOT_RESOLVED'))
        resolve({
          endpoints: found.map(({ address, family }) => ({ address, family: family === 6 ? 'ipv6' : 'ipv4' })),
        })
      }),
    )
  }

  close(): void {
    this.context.http.destroy()
    this.context.https.destroy()
  }

  async #admits(url: string, ip: string): Promise<boolean> {
    const listener = this.#onHeaders
    if (listener === null) return true
    return await new Promise((resolve) => listener({ url, ip }, ({ cancel }) => resolve(cancel !== true)))
  }
}

class NetMessage extends Readable {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string | string[]>
  readonly httpVersionMajor = 1
  readonly #chunks: (Buffer | null)[] = []
  #wants = false
  #goOn: (() => void) | null = null

  constructor(head: ResponseHead) {
    super()
    this.statusCode = head.statusCode
    this.statusMessage = head.statusMessage
    this.headers = Object.fromEntries(
      Object.entries(head.headers).map(([name, values]) => {
        if (name === 'set-cookie') return [name, values]
        return [name, singleHeaders.has(name) ? (values[0] ?? '') : values.join(', ')]
      }),
    )
  }

  /** The loader sends the next chunk only after this one is accepted. */
  receive(chunk: Buffer | null, goOn: (() => void) | null): void {
    this.#goOn = goOn
    this.#chunks.push(chunk)
    this.#hand()
  }

  override _read(): void {
    this.#wants = true
    this.#hand()
  }

  #hand(): void {
    while (this.#wants && this.#chunks.length > 0) this.#wants = this.push(this.#chunks.shift())
    const goOn = this.#goOn
    if (!this.#wants || goOn === null) return
    this.#goOn = null
    goOn()
  }
}

/** Only the first value of these headers is kept. */
const singleHeaders: ReadonlySet<string> = new Set(
  'content-type content-length user-agent referer host authorization proxy-authorization if-modified-since if-unmodified-since from location max-forwards retry-after etag last-modified server age expires'.split(
    ' ',
  ),
)

class NetRequest extends Writable {
  readonly #options: NetRequestOptions
  readonly #uploads: number[]
  readonly #headers: Record<string, string> = {}
  #body = Buffer.alloc(0)
  #chunks = 0
  #loader: ChromiumLoader | null = null
  #response: NetMessage | null = null
  #isAborted = false
  #follow: (() => void) | null = null

  constructor(options: NetRequestOptions, uploads: number[]) {
    super({ autoDestroy: true })
    if (!/^https?:$/.test(new URL(options.url ?? '').protocol))
      throw new Error('ClientRequest only supports http: and https: protocols')
    // Electron's own check: `options.session instanceof Session`
    if (!(options.session instanceof ElectronSession))
      throw new TypeError('`session` should be an instance of the Session class')
    this.#options = options
    this.#uploads = uploads
  }

  setHeader(name: string, value: string): void {
    if (this.#loader !== null) throw new Error("Can't set headers after they are sent")
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error(`Invalid header name: '${name}'`)
    if (/[\0\r\n]/.test(value)) throw new Error(`Invalid value for header '${name}': '${value}'`)
    // a JavaScript string is sent as UTF-8
    this.#headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  }

  followRedirect(): void {
    if (this.#follow === null) throw new Error('followRedirect() called, but was not waiting for a redirect')
    this.#follow()
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit('abort'))
    this.#isAborted = true
    this.#die()
  }

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#body = Buffer.concat([this.#body, chunk])
    this.#chunks += 1
    callback()
  }

  override _final(callback: () => void): void {
    if (this.#chunks > 0) this.#uploads.push(this.#chunks)
    const { method = 'GET', url = '', session } = this.#options
    const body = this.#chunks > 0 ? this.#body : null
    this.#loader = new ChromiumLoader({ method, url, headers: this.#headers, body }, session.context, {
      redirect: (head, newMethod, newUrl) => this.#redirected(head, newMethod, newUrl),
      started: (head) => {
        this.#response = new NetMessage(head)
        this.emit('response', this.#response)
      },
      data: (chunk, resume) => this.#response?.receive(chunk, resume),
      complete: () => this.#response?.receive(null, null),
      error: (name) => {
        const cause = new Error(name)
        this.#response?.destroy(cause)
        this.#die(cause)
      },
    })
    callback()
  }

  /** Returns true if the redirect is followed. */
  #redirected({ statusCode, headers }: ResponseHead, method: string, url: string): boolean {
    if (this.#options.redirect === 'error') {
      this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"))
      return false
    }
    let isFollowed = this.#options.redirect !== 'manual'
    this.#follow = () => {
      isFollowed = true
    }
    try {
      this.emit('redirect', statusCode, method, url, headers)
    } finally {
      this.#follow = null
      if (!isFollowed && !this.#isAborted) this.#die(new Error('Redirect was cancelled'))
    }
    return isFollowed
  }

  #die(cause?: Error): void {
    // as in Electron, events are emitted even after the stream was destroyed
    if (this.destroyed && cause) this.emit('error', cause)
    this.destroy(cause)
    if (this.#loader === null) return
    this.#loader.cancel()
    this.#response?.destroy(cause)
  }
}
