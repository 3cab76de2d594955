import type { HistoryState, Snapshot } from './history-state.ts'
import type { Version } from './version.ts'

/**
 * A computer's durable memory of its sync. A restart goes on from it; what was read or written twice because a process
 * ended in between does no harm.
 */
export interface SyncLedger {
  /** The name of this computer in this life of its data folder. */
  readonly writer: string
  /** The present state; read it anew for each use. */
  readonly state: HistoryState
  /** Adds versions of others to the state. */
  applyVersions(versions: readonly Version[]): 'applied' | 'gap' | 'branch'
  joinSnapshot(snapshot: Snapshot): void
  /** Adds the next own version. */
  addOwn(version: Version): void
  /** Returns the own versions with these numbers, in order. */
  ownVersions(from: number, to: number): readonly Version[]
  /** The name of the last head that was written; empty for none. */
  headName(): string
  noteHead(name: string): void
  /** The last own version that is in a log file. */
  sealedTo(): number
  noteSealed(to: number): void
  /** Returns true if nothing new is in a file, which was read. */
  hasRead(name: string): boolean
  noteRead(name: string): void
  /** Forgets the files that were read and are no longer among `listed`. */
  forgetRead(listed: readonly string[]): void
}
