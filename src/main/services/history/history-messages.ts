import type { AppError } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'

/** Questions to the history thread; they only read. */
export type HistoryCall = 'history.list' | 'history.keys' | 'history.facets' | 'history.search' | 'history.hits'

/** Asks the thread to close its connection and end: ended from outside in the middle of a query, it would take the app with it. */
export const endOfThread = 'end'

/** Has the thread take nothing into the index until it is told to go on; questions are answered all the same. */
export const restOfIndex = 'rest'
export const workOfIndex = 'work'

/** Has the thread take out of the index and of the log what was deleted for ever. */
export const eraseTraces = 'erase'

/** Messages to the thread besides questions. */
export type HistoryOrder = typeof endOfThread | typeof restOfIndex | typeof workOfIndex | typeof eraseTraces

/** A question to the thread. */
export type HistoryQuestion = {
  readonly [N in HistoryCall]: { readonly id: number; readonly call: N; readonly input: CallInput<N> }
}[HistoryCall]

/** Its answer. */
export type HistoryAnswer =
  | { readonly id: number; readonly ok: true; readonly value: CallOutput<HistoryCall> }
  | { readonly id: number; readonly ok: false; readonly error: AppError }

/** Start data of the thread. */
export interface HistoryThreadData {
  /** The database file. */
  readonly path: string
}
