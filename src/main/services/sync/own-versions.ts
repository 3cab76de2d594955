import { lastTime } from '../../storage/time-in-order.ts'
import type { DiskLedger } from './disk-ledger.ts'
import { binEntity } from './shown-value.ts'
import type { Vector } from './vector.ts'
import { type Erasure, makeVersion, nextStamp, type Register, type Version, type WrittenValue } from './version.ts'

/** Returns the register that says if a chat is in the bin. */
export function binRegister(chat: string): Register {
  return { item: chat, entity: binEntity, row: chat, field: '' }
}

interface ValueOptions {
  /** When a row was made, ms since 1970: the stamp of its first version, also if it is older than sync. */
  readonly begunAt?: number
  /** Everything that the user could see when the item was moved to the bin. */
  readonly seen?: Vector | null
}

/** Adds the versions of this computer. Each replaces those that the database shows. */
export class OwnVersions {
  private readonly ledger: DiskLedger
  private readonly now: () => number
  private lastStamp = 0

  constructor(ledger: DiskLedger, now: () => number) {
    this.ledger = ledger
    this.now = now
  }

  addValue(register: Register, value: WrittenValue['value'], { begunAt, seen = null }: ValueOptions = {}): void {
    const shown = this.ledger.state.versionsOf(register).filter((version) => this.ledger.isShown(version))
    const over = shown.map(({ dot }) => dot)
    const stamp = shown.length === 0 && begunAt !== undefined ? inRange(begunAt) : this.nextStamp(shown)
    this.addVersion({ kind: 'value', register, value, over, seen }, stamp)
  }

  addErasure(item: string, seen: Vector): void {
    this.addVersion({ kind: 'erasure', item, seen }, this.nextStamp([]))
  }

  private nextStamp(shown: readonly Version[]): number {
    this.lastStamp = nextStamp(inRange(this.now()), this.lastStamp, shown)
    return this.lastStamp
  }

  private addVersion(change: WrittenValue | Erasure, stamp: number): void {
    const { ledger } = this
    const tip = ledger.state.tipOf(ledger.writer)
    const frame = { writer: ledger.writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp }
    ledger.addOwn(makeVersion(frame, change))
  }
}

/** Returns a time as a stamp, which is whole and not negative. */
function inRange(time: number): number {
  return Math.trunc(Math.min(Math.max(0, time), lastTime))
}
