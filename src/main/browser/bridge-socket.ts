import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type PerMessageDeflateOptions, type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { appError } from '../../shared/errors.ts'
import { refused } from '../../shared/ipc/result.ts'
import type { App } from '../application.ts'
import { callBounds, callBytesMax } from '../ipc/call-bounds.ts'
import { isWithin } from '../json-bounds.ts'
import { bridgeProtocol, type PageFrame, reloadCloseCode } from './bridge-frames.ts'

/**
 * Maximum number of bytes queued for a page that does not read. Beyond that the page is disconnected and reloads its
 * data later.
 */
const backlogMaxBytes = 64 * 1024 ** 2

const callSchema = z.strictObject({
  id: z.number().int().nonnegative(),
  name: z.string().max(200),
  input: z.unknown(),
})

/** Parsed head of a frame, as the page bridge writes it; null for any other form. */
export interface FrameHead {
  readonly id: number
  readonly name: string
}

/** Reads the id and name of a call without parsing the whole frame. */
export function frameHead(frame: Buffer): FrameHead | null {
  const head = /^\{"id":(\d{1,15}),"name":"([\w.]{1,200})"/.exec(frame.toString('latin1', 0, 250))
  return head ? { id: Number(head[1]), name: head[2] ?? '' } : null
}

export interface BridgeSocketOptions {
  readonly call: App['call']
  /** Compression of frames; the default was measured in bench/, since loopback is fast and answers are large. */
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions
}

/** Level 1 with a shared window: repeated parts of deltas cost almost nothing; see the figures in README. */
const defaultDeflate: PerMessageDeflateOptions = { zlibDeflateOptions: { level: 1 }, threshold: 4096 }

/**
 * Server side of every page's bridge. A malformed frame gets an error answer or closes its socket, never the process.
 */
export class BridgeSocket {
  readonly #server: WebSocketServer
  readonly #call: App['call']
  readonly #pages = new Set<WebSocket>()

  constructor(options: BridgeSocketOptions) {
    this.#call = options.call
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: callBytesMax,
      // the page's secret is listed next to the protocol and must not be sent back
      handleProtocols: () => bridgeProtocol,
      perMessageDeflate: options.perMessageDeflate ?? defaultDeflate,
    })
  }

  /** Number of connected pages. */
  get pages(): number {
    return this.#pages.size
  }

  /** Accepts a connection whose Host, Origin and session were checked. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (page) => this.#serve(page))
  }

  /** Sends an event to every page. */
  emit(event: string, payload: unknown): void {
    if (this.#pages.size === 0) return
    const text = JSON.stringify({ event, payload } satisfies PageFrame)
    for (const page of this.#pages) send(page, text)
  }

  /** Asks every page to reload. */
  reloadPages(): void {
    for (const page of this.#pages) page.close(reloadCloseCode, 'started again')
  }

  /** Closes every connection; terminates a page that does not answer within `graceMs`. */
  async close(graceMs = 500): Promise<void> {
    for (const page of this.#pages) page.close(1001, 'Atelier is closing')
    const gone = [...this.#pages].map((page) => new Promise<void>((resolve) => page.once('close', () => resolve())))
    const timer = setTimeout(() => {
      for (const page of this.#pages) page.terminate()
    }, graceMs)
    await Promise.all(gone)
    clearTimeout(timer)
    this.#server.close()
  }

  #serve(page: WebSocket): void {
    this.#pages.add(page)
    page.on('close', () => this.#pages.delete(page))
    // `ws` closes the socket itself with the right code; without a listener an error would end the process
    page.on('error', () => undefined)
    page.on('message', (data, isBinary) => {
      if (isBinary) page.close(1003, 'frames are text')
      else void this.#take(page, bufferOf(data))
    })
  }

  /** Answers a frame, or refuses it before parsing, because parsing takes many times its size. */
  async #take(page: WebSocket, frame: Buffer): Promise<void> {
    const head = frameHead(frame)
    if (isWithin(frame, callBounds(head?.name ?? null))) await this.#answer(page, frame)
    else if (head === null) page.close(1009, 'more than a call may carry')
    else
      reply(page, { id: head.id, result: refused(appError('invalid_input', `${head.name}: more than it may carry`)) })
  }

  async #answer(page: WebSocket, data: Buffer): Promise<void> {
    const frame = parseJson(data)
    const parsed = callSchema.safeParse(frame)
    if (!parsed.success) {
      const id = z.object({ id: z.number().int().nonnegative() }).safeParse(frame)
      // without an id nobody waits for an answer: the sender is not our page
      if (!id.success) page.close(1007, 'not a call')
      else reply(page, { id: id.data.id, result: refused(appError('invalid_input', 'not a call')) })
      return
    }
    const { id, name, input } = parsed.data
    try {
      reply(page, { id, result: await this.#call(name, input) })
    } catch {
      // App.call never rejects; if it did, the page must not wait forever
      reply(page, { id, result: refused(appError('internal', 'the call was not answered')) })
    }
  }
}

function reply(page: WebSocket, frame: PageFrame): void {
  send(page, JSON.stringify(frame))
}

function send(page: WebSocket, text: string): void {
  if (page.readyState !== page.OPEN) return
  if (page.bufferedAmount > backlogMaxBytes) page.terminate()
  else page.send(text)
}

function bufferOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}
