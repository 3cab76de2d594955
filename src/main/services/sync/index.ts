/** One history on several computers: versions, their merge, and the exchange at a place (`docs/sync.md`). */
export { Exchange, type ExchangeParts, type SyncOutcome } from './exchange.ts'
export { HistoryState, type Snapshot } from './history-state.ts'
export { isInBin, type ShownRule, type ShownValue, shownValue } from './shown-value.ts'
export type { SyncLedger } from './sync-ledger.ts'
export { type Change, makeVersion, nextStamp, type Register, readVersion, type Version } from './version.ts'
