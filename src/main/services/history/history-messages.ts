import type { AppError } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'

/** A passage near to a query: a part of a document of the search, in UTF-16 units. */
export interface NearPassage {
  readonly documentId: number
  readonly start: number
  readonly end: number
}

/** A search by words, with the passages nearest in meaning, best first. */
export interface FusedSearch extends CallInput<'history.searchByMeaning'> {
  readonly near: readonly NearPassage[]
}

/** Questions to the history thread; they only read. */
export type HistoryCall = 'history.list' | 'history.keys' | 'history.facets' | 'history.search' | 'history.hits'

/** Order that closes the thread's connection and ends it. Terminating a thread during a query crashes the process. */
export const endOfThread = 'end'

/** Order that pauses indexing; questions are still answered. */
export const restOfIndex = 'rest'
export const workOfIndex = 'work'

/** Order that erases permanently deleted text from the index and the log. */
export const eraseTraces = 'erase'

/** Messages to the thread besides questions. */
export type HistoryOrder = typeof endOfThread | typeof restOfIndex | typeof workOfIndex | typeof eraseTraces

/** A question to the thread, with its id. */
export type HistoryQuestion =
  | {
      readonly [N in HistoryCall]: { readonly id: number; readonly call: N; readonly input: CallInput<N> }
    }[HistoryCall]
  | { readonly id: number; readonly call: 'fused'; readonly input: FusedSearch }

/** The answer to a question. */
export type HistoryAnswer =
  | { readonly id: number; readonly ok: true; readonly value: CallOutput<HistoryCall> }
  | { readonly id: number; readonly ok: false; readonly error: AppError }

/** Start data of the thread. */
export interface HistoryThreadData {
  /** The database file. */
  readonly path: string
}
