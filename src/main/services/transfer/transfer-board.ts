import type { TransferState, TransferWork } from '../../../shared/transfer.ts'
import type { Clock, EventSink } from '../../platform.ts'

/** Shortest interval between progress reports to pages, in ms. */
const tellEveryMs = 100

/** Reports the current work and its progress: on request, and from time to time to the pages. */
export class TransferBoard {
  private readonly events: EventSink
  private readonly clock: Clock
  private work: TransferWork | null = null
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(events: EventSink, clock: Clock) {
    this.events = events
    this.clock = clock
  }

  get transferState(): TransferState {
    return { work: this.work }
  }

  /** Reports the start of a transfer. */
  beginWork(kind: TransferWork['kind']): void {
    this.work = { kind, stage: 'reading', progress: null, items: 0, bytes: 0 }
    this.emitState()
  }

  /** Reports the start of a stage. */
  enter(stage: TransferWork['stage']): void {
    if (this.work === null || this.work.stage === stage) return
    this.work = { ...this.work, stage, progress: null, items: 0, bytes: 0 }
    this.emitState()
  }

  /** Reports progress; `part` is from 0 to 1. */
  reportProgress(part: number, done: Pick<TransferWork, 'items' | 'bytes'>): void {
    const now = this.clock.now()
    if (this.work === null || now - this.toldAt < tellEveryMs) return
    this.work = { ...this.work, progress: Math.min(1, Math.max(0, part)), ...done }
    this.emitState()
  }

  /** Reports the end of the transfer. */
  endWork(): void {
    this.work = null
    this.emitState()
  }

  private emitState(): void {
    this.toldAt = this.clock.now()
    this.events.emit('transfer.changed', this.transferState)
  }
}
