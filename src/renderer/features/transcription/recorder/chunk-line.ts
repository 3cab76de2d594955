import type { AppError } from '../../../../shared/errors.ts'
import { pageError } from '../../../platform/errors/page-error.ts'

/** A stretch of a recording on its way to the disk. */
export interface Chunk {
  /** Where it goes, in bytes from the beginning. */
  readonly at: number
  readonly data: Blob
  /** ms of sound up to its end. */
  readonly duration: number
}

export interface ChunkLineParts {
  /** Writes a stretch; null when it is on the disk. The same one may come again. */
  readonly write: (chunk: Chunk) => Promise<AppError | null>
  /** Told why nothing can be written at the moment, and null when it can again. */
  readonly onTrouble: (error: AppError | null) => void
  /** Told that the recording is not wanted any more. */
  readonly onGone: () => void
  /** Runs once after `ms`; returns its undo. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** How long to wait before a stretch that was refused is tried again, in ms: a disk may get room, main may be back. */
const againMs = 1000

/** How long a stretch may be on its way, in ms: what is not answered by then is sent again, which changes nothing. */
const patienceMs = 15_000

/**
 * Hands a recording over, stretch by stretch, in order. What is refused is tried until it is taken: while main is away
 * or the disk is full the recording waits in memory, and nothing of it is missing afterwards.
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

  /** Bytes that were put in, whether they are written yet or not. */
  get bytes(): number {
    return this.length
  }

  put(data: Blob, duration: number): void {
    if (data.size === 0 || this.gone) return
    this.waiting.push({ at: this.length, data, duration })
    this.length += data.size
    void this.work()
  }

  /** Resolves when all that was put in is written, or is not wanted any more. */
  async end(): Promise<void> {
    if (this.waiting.length === 0) return
    await new Promise<void>((resolve) => this.drained.push(resolve))
  }

  /** Lets go of everything. */
  drop(): void {
    this.gone = true
    this.cancel?.()
    this.settle()
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
    if (this.waiting.length === 0) this.settle()
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
    // thrown away meanwhile, or larger than anything is kept: to try again would not help
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

  private settle(): void {
    this.waiting = []
    for (const resolve of this.drained) resolve()
    this.drained = []
  }
}
