import { z } from 'zod'
import type { Clock, KeyValueStore, Log } from '../../platform.ts'

const dayMs = 24 * 60 * 60_000
/** Interval of the count of running time, in ms. */
const tickMs = 15 * 60_000
/** Maximum gain of the clock between two ticks that is believed at once, in ms. */
const driftMs = 20 * 60_000
const jumpsMax = 50
const storeKey = 'agedTime'

const recordSchema = z.object({
  /** The clock's time as far as it is believed, ms since 1970. */
  believed: z.number(),
  /** Time that Atelier ran on this data, in ms, counted by timers and not by the clock. */
  ran: z.number().min(0),
  /** Jumps of the clock that are not believed yet: their size, and the running time when each was first seen. */
  leaps: z.array(z.object({ by: z.number().positive(), at: z.number() })).max(jumpsMax),
})
/** The record of the clock. */
export type TimeRecord = Readonly<z.infer<typeof recordSchema>>

/** The record of a data folder without one: any time that the clock shows is a leap. */
export const noRecord: TimeRecord = { believed: 0, ran: 0, leaps: [] }

/**
 * Processes a reading of the clock. A gain of at most `allowance` is believed. A larger one is a leap, which is
 * believed once the clock has still shown it after a day of running. A clock that goes back reverses its latest leaps
 * first.
 */
export function observed(record: TimeRecord, now: number, allowance: number): TimeRecord {
  const gain = now - record.believed - record.leaps.reduce((sum, { by }) => sum + by, 0)
  if (gain < 0) return believing(takenBack(record, -gain))
  if (gain <= allowance) return believing({ ...record, believed: record.believed + gain })
  return believing({ ...record, leaps: joined([...record.leaps, { by: gain, at: record.ran }]) })
}

function takenBack(record: TimeRecord, loss: number): TimeRecord {
  const leaps = [...record.leaps]
  let left = loss
  for (let last = leaps.pop(); last !== undefined; last = leaps.pop()) {
    if (last.by > left) return { ...record, leaps: [...leaps, { ...last, by: last.by - left }] }
    left -= last.by
    if (left === 0) break
  }
  return { ...record, believed: record.believed - left, leaps }
}

function believing(record: TimeRecord): TimeRecord {
  const isOld = ({ at }: TimeRecord['leaps'][number]): boolean => record.ran - at >= dayMs
  const old = record.leaps.filter(isOld)
  if (old.length === 0) return record
  return {
    ...record,
    believed: record.believed + old.reduce((sum, { by }) => sum + by, 0),
    leaps: record.leaps.filter((leap) => !isOld(leap)),
  }
}

/** Joins the two oldest jumps when there are too many; both then wait for the day of the later one. */
function joined(leaps: TimeRecord['leaps']): TimeRecord['leaps'] {
  const [first, second, ...rest] = leaps
  if (leaps.length <= jumpsMax || first === undefined || second === undefined) return leaps
  return [{ by: first.by + second.by, at: second.at }, ...rest]
}

/**
 * The time by which things are permanently deleted. A clock that leaps ahead, also over a restart, is believed only
 * after a day of running, so that a wrong clock empties no bin.
 */
export class AgedTime {
  private readonly parts: {
    readonly clock: Clock
    readonly store: KeyValueStore
    readonly log: Log
  }
  private record: TimeRecord
  /** Gain of the clock that will be believed at the next tick, in ms. */
  private allowance = 0
  private cancel: () => void = () => undefined

  constructor(parts: { readonly clock: Clock; readonly store: KeyValueStore; readonly log: Log }) {
    this.parts = parts
    this.record = recordSchema.safeParse(parts.store.get(storeKey)).data ?? noRecord
    this.observe()
  }

  /** Begins to count running time. */
  start(): void {
    this.saveTime()
    this.planTick()
  }

  /** Returns the believed time, ms since 1970; never later than the clock's. */
  now(): number {
    this.observe()
    return Math.min(this.record.believed, this.parts.clock.now())
  }

  close(): void {
    this.cancel()
    this.observe()
    this.saveTime()
  }

  private planTick(): void {
    this.allowance = driftMs
    this.cancel = this.parts.clock.after(tickMs, () => {
      this.record = { ...this.record, ran: this.record.ran + tickMs }
      this.observe()
      this.saveTime()
      this.planTick()
    })
  }

  private observe(): void {
    const before = this.record.believed
    this.record = observed(this.record, this.parts.clock.now(), this.allowance)
    this.allowance = Math.max(0, this.allowance - Math.max(0, this.record.believed - before))
  }

  private saveTime(): void {
    try {
      this.parts.store.set(storeKey, this.record)
    } catch {
      // the next tick tries again; until then a start counts less running time
      this.parts.log('warn', 'the count of running time was not kept')
    }
  }
}
