import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable, Writable } from 'node:stream'
import type { ClientRequestConstructorOptions } from 'electron'

/**
 * `net.request` as Electron's source has it (electron/electron at 96f3996d, lib/common/api/net-client-request.ts), over
 * Node's http instead of Chromium. Kept from there: a redirect that nobody follows ends the request with "Redirect was
 * cancelled", an upload is concatenated chunk after chunk, a response that is destroyed does not end its request, and
 * errors come on request and response.
 */
export class ElectronNet {
  /** How many chunks each upload was concatenated of. */
  readonly uploads: number[] = []

  request(options: ClientRequestConstructorOptions): NetRequest {
    return new NetRequest(options, this.uploads)
  }
}

class NetMessage extends Readable {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string | string[]>
  readonly #message: IncomingMessage

  constructor(message: IncomingMessage) {
    super()
    this.#message = message
    this.statusCode = message.statusCode ?? 0
    this.statusMessage = message.statusMessage ?? ''
    this.headers = Object.fromEntries(
      Object.entries(message.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    message.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) message.pause()
    })
    message.on('end', () => this.push(null))
  }

  override _read(): void {
    this.#message.resume()
  }
}

class NetRequest extends Writable {
  readonly #options: ClientRequestConstructorOptions
  readonly #uploads: number[]
  readonly #headers: Record<string, string> = {}
  #body = Buffer.alloc(0)
  #chunks = 0
  #sent: ClientRequest | null = null
  #response: NetMessage | null = null
  #isAborted = false
  #isFollowed = false

  constructor(options: ClientRequestConstructorOptions, uploads: number[]) {
    super({ autoDestroy: true })
    this.#options = options
    this.#uploads = uploads
  }

  setHeader(name: string, value: string): void {
    if (/^(content-length|host|connection|keep-alive|transfer-encoding)$/i.test(name))
      throw new Error(`net::ERR_INVALID_ARGUMENT: ${name}`)
    this.#headers[name] = value
  }

  followRedirect(): void {
    this.#isFollowed = true
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
    this.#start(this.#options.url ?? '')
    callback()
  }

  #start(url: string): void {
    const sent = httpRequest(url, { method: this.#options.method ?? 'GET', headers: this.#headers, agent: false })
    this.#sent = sent
    sent.on('response', (message) => this.#answered(message, url))
    sent.on('error', (cause: Error) => this.#failed(cause))
    sent.end(this.#body.length > 0 ? this.#body : undefined)
  }

  #answered(message: IncomingMessage, url: string): void {
    const status = message.statusCode ?? 0
    const to = message.headers.location
    if (to !== undefined && [301, 302, 303, 307, 308].includes(status)) {
      this.#redirected(message, status, new URL(to, url).href)
      return
    }
    const response = new NetMessage(message)
    this.#response = response
    message.on('aborted', () => this.#failed(new Error('net::ERR_CONNECTION_RESET')))
    message.on('error', () => {})
    this.emit('response', response)
  }

  #redirected(message: IncomingMessage, status: number, url: string): void {
    const headers = Object.fromEntries(
      Object.entries(message.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value : [value]]],
      ),
    )
    message.resume()
    this.#isFollowed = false
    try {
      this.emit('redirect', status, this.#options.method ?? 'GET', url, headers)
    } finally {
      if (this.#isFollowed) this.#start(url)
      else if (!this.#isAborted) this.#die(new Error('Redirect was cancelled'))
    }
  }

  #failed(cause: Error): void {
    if (this.#isAborted) return
    this.#response?.destroy(cause)
    this.#die(cause)
  }

  #die(cause?: Error): void {
    // as there: events are told after the stream was destroyed too
    if (this.writableFinished && cause) this.emit('error', cause)
    else this.destroy(cause)
    this.#sent?.destroy()
    this.#response?.destroy(cause)
  }
}
