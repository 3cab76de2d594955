import { setImmediate } from 'node:timers/promises'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { isWithin } from '../../json-bounds.ts'
import type { Clock } from '../../platform.ts'
import { messageBounds, messageBytesMax } from './large-message.ts'
import { type Line, LineReader } from './line-reader.ts'
import { largeBytesMin, type MessageReader } from './message-reader.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerProcess } from './server-process.ts'
import { TokenBucket } from './token-bucket.ts'

/** Messages that are read at once, and per second afterwards. */
const messages = { burst: 5000, perSecond: 5000 }
/** Number of messages between two pauses of the main thread. */
const stride = 50
const pauseMs = 100
/** Maximum number of bytes queued for a server that does not read. */
const unreadMax = 16 * 1024 * 1024

/**
 * Carries messages over the pipes of a server's process. Nothing is kept of a line that is too long, and its request
 * fails. A thread reads large messages. Lines that are not messages go to the log. A flood is slowed down: the pipe
 * stays full and the server waits.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T) => void
  private readonly process: ServerProcess
  private readonly log: ServerLog
  private readonly clock: Clock
  private readonly large: MessageReader
  private readonly reader = new LineReader(messageBytesMax)
  private readonly budget: TokenBucket
  private readonly pending = new Set<string | number>()
  private isClosed = false

  constructor(process: ServerProcess, log: ServerLog, clock: Clock, large: MessageReader) {
    this.process = process
    this.log = log
    this.clock = clock
    this.large = large
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
    await this.process.endProcess()
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
      while (!this.isClosed && !this.budget.takeTokens(1)) await this.pause()
      if (this.isClosed) return
      const isNotification = await this.receiveLine(line)
      taken += 1
      // the library handles a notification only then, and forgets its request with the answer
      if (isNotification || taken % stride === 0) await setImmediate()
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => void this.clock.after(pauseMs, resolve))
  }

  /** Resolves to true if it passed on a notification. */
  private async receiveLine(line: Line): Promise<boolean> {
    if (line.kind === 'too_long') {
      this.refuse(line.bytes, line.edges)
      return false
    }
    const { length } = line.bytes
    const edges = edgesOf(line.bytes)
    const message = await this.messageOf(line.bytes)
    if (this.isClosed) return false
    if (message === 'too_large') {
      this.refuse(length, edges)
      return false
    }
    if (message === 'unused') return false
    if (message === null) {
      if (length > 0) this.log.writeText(`${edges[0].toString('utf8')}\n`)
      return false
    }
    if (!('method' in message) && message.id !== undefined) this.pending.delete(message.id)
    this.onmessage?.(message)
    return 'method' in message && !('id' in message)
  }

  private async messageOf(bytes: Buffer): Promise<JSONRPCMessage | 'too_large' | 'unused' | null> {
    if (bytes[0] !== 0x7b) return null
    if (bytes.length < largeBytesMin) return isWithin(bytes, messageBounds) ? parsedMessage(bytes) : 'too_large'
    const read = await this.large.readMessage(bytes)
    return read === null || read === 'too_large' ? read : checkedMessage(read.value)
  }

  /** Fails the request that an answer belongs to; if the edges do not show which, fails all that wait. */
  private refuse(bytes: number, edges: readonly [Buffer, Buffer]): void {
    const told = edges
      .flatMap((edge) => [...edge.toString('latin1').matchAll(/"id"\s*:\s*(\d{1,15})/g)])
      .map(([, id]) => Number(id))
      .filter((id) => this.pending.has(id))
    const text = `The answer is too large: ${bytes} bytes, at most ${messageBytesMax} with ${messageBounds.values} values.`
    this.log.addLine(`[${text}]`)
    for (const id of told.length > 0 ? new Set(told) : [...this.pending]) {
      this.pending.delete(id)
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: tooLargeCode, message: text } })
    }
  }
}

/** Error code for an answer that was too large. */
export const tooLargeCode = -32_099

/** Copies the edges, because a large line moves to the thread. */
const edgesOf = (bytes: Buffer): readonly [Buffer, Buffer] => [
  Buffer.from(bytes.subarray(0, 4000)),
  Buffer.from(bytes.subarray(-512)),
]

/** Notifications that are used here; others are dropped early, because a flood of them costs time. */
const used = new Set([
  'notifications/progress',
  'notifications/cancelled',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
])

function parsedMessage(bytes: Buffer): JSONRPCMessage | 'unused' | null {
  try {
    return checkedMessage(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

function checkedMessage(value: unknown): JSONRPCMessage | 'unused' | null {
  if (isUnused(value)) return 'unused'
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return null
  }
}

function isUnused(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'id' in value || !('method' in value)) return false
  return typeof value.method === 'string' && !used.has(value.method)
}
