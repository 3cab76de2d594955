import { setImmediate } from 'node:timers/promises'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { isWithin } from '../../json-bounds.ts'
import type { Clock } from '../../platform.ts'
import { type Line, LineReader } from './line-reader.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerProcess } from './server-process.ts'
import { TokenBucket } from './token-bucket.ts'

/** The longest message of a server, in bytes: a picture of 6 MB fits. */
export const messageBytesMax = 8 * 1024 * 1024
/** Deeper schemas are left out one by one (`listed-tools.ts`); this bound only guards recursive code. */
const bounds = { bytes: messageBytesMax, values: 200_000, depth: 256 }
/** Messages that are read at once, and each second after that. */
const messages = { burst: 5000, perSecond: 5000 }
/** Messages between two rests of the main thread. */
const stride = 50
const pauseMs = 100
/** The most that waits for a server that does not read, in bytes. */
const unreadMax = 16 * 1024 * 1024

/**
 * Messages over the pipes of a server's process. Of a line that is too long nothing is kept, and its request fails.
 * Lines that are no messages go to the log. A flood is slowed down: the pipe stays full and the server waits.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T) => void
  private readonly process: ServerProcess
  private readonly log: ServerLog
  private readonly clock: Clock
  private readonly reader = new LineReader(messageBytesMax)
  private readonly budget: TokenBucket
  private readonly pending = new Set<string | number>()
  private isClosed = false

  constructor(process: ServerProcess, log: ServerLog, clock: Clock) {
    this.process = process
    this.log = log
    this.clock = clock
    this.budget = new TokenBucket(messages.burst, messages.perSecond, () => clock.now())
  }

  async start(): Promise<void> {
    const { stdout } = this.process
    stdout.on('data', (chunk: Buffer) => {
      const lines = this.reader.push(chunk)
      if (lines.length === 0) return
      stdout.pause()
      void this.takeAll(lines).then(() => stdout.resume())
    })
    void this.process.ended.then(() => this.closed())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.process
    if (this.isClosed || !stdin.writable) throw new Error('the server has ended')
    if (stdin.writableLength > unreadMax) throw new Error('the server does not read what it is sent')
    if ('method' in message && 'id' in message) this.pending.add(message.id)
    stdin.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    await this.process.end()
    this.closed()
  }

  private closed(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.onclose?.()
  }

  private async takeAll(lines: readonly Line[]): Promise<void> {
    let taken = 0
    for (const line of lines) {
      while (!this.isClosed && !this.budget.take(1)) await this.pause()
      if (this.isClosed) return
      const isNotification = this.take(line)
      taken += 1
      // the library hears of a notification only then, and forgets its request with the answer
      if (isNotification || taken % stride === 0) await setImmediate()
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => void this.clock.after(pauseMs, resolve))
  }

  /** Whether it passed on a notification. */
  private take(line: Line): boolean {
    if (line.kind === 'too_long') {
      this.refuse(line.bytes, line.edges)
      return false
    }
    const message = messageOf(line.bytes)
    if (message === 'too_large') {
      this.refuse(line.bytes.length, edgesOf(line.bytes))
      return false
    }
    if (message === 'unused') return false
    if (message === null) {
      if (line.bytes.length > 0) this.log.write(`${line.bytes.toString('utf8', 0, 4000)}\n`)
      return false
    }
    if (!('method' in message) && message.id !== undefined) this.pending.delete(message.id)
    this.onmessage?.(message)
    return 'method' in message && !('id' in message)
  }

  /** Fails the request that an answer belongs to; where the edges do not tell which, all that wait. */
  private refuse(bytes: number, edges: readonly [Buffer, Buffer]): void {
    const told = edges
      .flatMap((edge) => [...edge.toString('latin1').matchAll(/"id"\s*:\s*(\d{1,15})/g)])
      .map(([, id]) => Number(id))
      .filter((id) => this.pending.has(id))
    const text = `The answer is too large: ${bytes} bytes, at most ${messageBytesMax} with ${bounds.values} values.`
    this.log.add(`[${text}]`)
    for (const id of told.length > 0 ? new Set(told) : [...this.pending]) {
      this.pending.delete(id)
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: tooLargeCode, message: text } })
    }
  }
}

/** Code of the error that stands for an answer that was too large. */
export const tooLargeCode = -32_099

const edgesOf = (bytes: Buffer): readonly [Buffer, Buffer] => [bytes.subarray(0, 512), bytes.subarray(-512)]

/** Notifications that anything here waits for; others are dropped early, as a flood of them costs time. */
const used = new Set(['notifications/progress', 'notifications/tools/list_changed', 'notifications/cancelled'])

function messageOf(bytes: Buffer): JSONRPCMessage | 'too_large' | 'unused' | null {
  if (bytes.length === 0 || bytes[0] !== 0x7b) return null
  if (!isWithin(bytes, bounds)) return 'too_large'
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isUnused(value) ? 'unused' : parseJSONRPCMessage(value)
  } catch {
    return null
  }
}

function isUnused(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'id' in value || !('method' in value)) return false
  return typeof value.method === 'string' && !used.has(value.method)
}
