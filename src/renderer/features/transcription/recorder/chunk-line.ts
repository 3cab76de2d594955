import type { AppError } from '../../../../shared/errors.ts'
import { pageError } from '../../../platform/errors/page-error.ts'

/** A chunk of a recording on its way to disk. */
export interface Chunk {
  /** Offset in the file, in bytes. */
  readonly at: number
  readonly data: Blob
  /** ms of sound up to its end. */
  readonly duration: number
}

export interface ChunkLineParts {
  /** Writes a chunk; null when it is durable. The same chunk may be written again. */
  readonly write: (chunk: Chunk) => Promise<AppError | null>
  /** Called with the reason when writing fails, and with null when it works again. */
  readonly onTrouble: (error: AppError | null) => void
  /** Called when the recording is no longer wanted. */
  readonly onGone: () => void
  /** Runs once after `ms`; returns its undo. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Delay before a refused chunk is retried, in ms; the disk may get space, or main may return. */
const againMs = 1000

/** Longest wait for the answer of a chunk, in ms. An unanswered chunk is sent again, which is harmless. */
const patienceMs = 15_000

/**
 * Writes a recording chunk by chunk, in order, and retries each until it is accepted.
 * While main is away or the disk is full, the recording waits in memory, so that nothing is lost.
 */
export class ChunkLine {
  private readonly parts: ChunkLineParts
  private waiting: Chunk[] = []
  private length = 0
  private busy = false
  private gone = false
  private cancel: (() => void) | null = null
  private drained: (() => void)[] = []

  constructor(parts: ChunkLineParts) {
    this.parts = parts
  }

  /** Returns the number of bytes added, written or not. */
  get bytes(): number {
    return this.length
  }

  put(data: Blob, duration: number): void {
    if (data.size === 0 || this.gone) return
    this.waiting.push({ at: this.length, data, duration })
    this.length += data.size
    void this.work()
  }

  /** Resolves when everything added is written, or no longer wanted. */
  async end(): Promise<void> {
    if (this.waiting.length === 0) return
    await new Promise<void>((resolve) => this.drained.push(resolve))
  }

  /** Drops all chunks. */
  drop(): void {
    this.gone = true
    this.cancel?.()
    this.resolveDrained()
  }

  private async work(): Promise<void> {
    if (this.busy || this.cancel !== null) return
    this.busy = true
    for (let next = this.waiting[0]; next !== undefined && !this.gone; next = this.waiting[0]) {
      const error = await this.written(next)
      if (this.gone) break
      if (error !== null) {
        this.refused(error)
        break
      }
      this.waiting.shift()
      this.parts.onTrouble(null)
    }
    this.busy = false
    if (this.waiting.length === 0) this.resolveDrained()
  }

  private async written(chunk: Chunk): Promise<AppError | null> {
    let cancel = (): void => {}
    const late = new Promise<AppError>((resolve) => {
      cancel = this.parts.after(patienceMs, () => resolve(pageError('connection_lost', 'the stretch was not answered')))
    })
    const error = await Promise.race([this.parts.write(chunk), late])
    cancel()
    return error
  }

  private refused(error: AppError): void {
    // discarded meanwhile or over the size limit, so retrying would not help
    if (error.code === 'not_found' || error.code === 'too_large') {
      this.parts.onTrouble(error)
      this.drop()
      this.parts.onGone()
      return
    }
    this.parts.onTrouble(error)
    this.cancel = this.parts.after(againMs, () => {
      this.cancel = null
      void this.work()
    })
  }

  private resolveDrained(): void {
    this.waiting = []
    for (const resolve of this.drained) resolve()
    this.drained = []
  }
}
