import type { CodeLine, ColouringAnswer, ColouringRequest } from './colouring-messages.ts'

/** The used part of a worker. */
export interface ColouringWorker {
  postMessage(request: ColouringRequest): void
  terminate(): void
}

export interface ColouringThreadParts {
  /** Starts a worker that reports its answers, or that it cannot run. */
  readonly start: (answered: (answer: ColouringAnswer) => void, failed: () => void) => ColouringWorker
  /** Calls back after `ms`; returns its undo. */
  readonly after: (ms: number, action: () => void) => () => void
}

/** Receives a block's next highlighted lines. */
export interface ColouredBlock {
  readonly coloured: (lines: readonly CodeLine[]) => void
  /** Called when the block's colours are lost; its lines must be sent again from the first. */
  readonly startedAnew: () => void
}

/** Silence after which the worker is terminated, in ms. Ordinary lines take a few. */
export const silenceMax = 5_000
/** Maximum number of restarts of the worker; after that, code is not highlighted. */
export const restartsMax = 3

/**
 * Manages the worker that highlights code. Grammars can backtrack for minutes on one line. A silent worker is
 * terminated: its block stays plain, and a new worker handles the others.
 */
export class ColouringThread {
  private readonly parts: ColouringThreadParts
  private readonly blocks = new Map<number, ColouredBlock>()
  /** Blocks of the unanswered requests, in order. */
  private waiting: number[] = []
  private worker: ColouringWorker | null = null
  private restarts = 0
  private lastBlock = 0
  private stopWatch: () => void = () => {}

  constructor(parts: ColouringThreadParts) {
    this.parts = parts
  }

  /** Registers a block; requests use its number. */
  open(block: ColouredBlock): number {
    this.lastBlock += 1
    this.blocks.set(this.lastBlock, block)
    return this.lastBlock
  }

  /** Sends lines of a block. Lines of an abandoned block keep a single colour. */
  send(block: number, language: string, lines: readonly string[]): void {
    if (!this.blocks.has(block) || this.restarts >= restartsMax) return
    this.waiting.push(block)
    if (this.waiting.length === 1) this.watch()
    try {
      this.worker ??= this.started()
      this.worker.postMessage({ block, language, lines })
    } catch {
      // without a worker, code keeps a single colour
      this.worker = null
      this.waiting.pop()
      this.watch()
    }
  }

  close(block: number): void {
    if (this.blocks.delete(block)) this.worker?.postMessage({ block, close: true })
  }

  private started(): ColouringWorker {
    const worker: ColouringWorker = this.parts.start(
      (answer) => this.worker === worker && this.answered(answer),
      () => this.worker === worker && this.giveUp(),
    )
    return worker
  }

  private answered({ block, lines, done }: ColouringAnswer): void {
    if (done) this.waiting.shift()
    this.watch()
    if (lines.length > 0) this.blocks.get(block)?.coloured(lines)
  }

  private watch(): void {
    this.stopWatch()
    this.stopWatch = this.waiting.length === 0 ? () => {} : this.parts.after(silenceMax, () => this.giveUp())
  }

  private giveUp(): void {
    this.stopWatch()
    this.worker?.terminate()
    this.worker = null
    this.restarts += 1
    const [stuck] = this.waiting
    this.waiting = []
    if (stuck !== undefined) this.blocks.delete(stuck)
    if (this.restarts >= restartsMax) return
    for (const block of [...this.blocks.values()]) block.startedAnew()
  }
}
