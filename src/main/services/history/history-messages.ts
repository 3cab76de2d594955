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

/** Calls of the page that the history thread answers; they only read. */
export type HistoryCall =
  | 'history.list'
  | 'history.keys'
  | 'history.months'
  | 'history.facets'
  | 'history.search'
  | 'history.hits'

/** Questions to the history thread. */
export type HistoryQuestions = {
  readonly [N in HistoryCall]: { readonly input: CallInput<N>; readonly output: CallOutput<N> }
} & { readonly fused: { readonly input: FusedSearch; readonly output: CallOutput<'history.search'> } }

/**
 * Orders to the history thread: `rest` pauses indexing, `work` continues it, and `erase` removes permanently deleted
 * text from the index and the log. Questions are answered meanwhile.
 */
export type HistoryOrder = 'rest' | 'work' | 'erase'

/** Start data of the thread. */
export interface HistoryThreadData {
  /** The database file. */
  readonly path: string
}
