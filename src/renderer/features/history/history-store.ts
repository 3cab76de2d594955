import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type { HistoryFilter, HistoryKey } from '../../../shared/history.ts'
import { everything } from '../../../shared/history-query.ts'
import type { CallOutput } from '../../../shared/ipc/contract.ts'
import { noPages, type Pages } from '../../components/lists/pages.ts'
import { nothingSelected, type Selection } from '../../components/lists/selection.ts'
import type { ListedItem } from './item-id.ts'
import { noSearch, type SearchAction, type SearchState, searchReducer } from './search.ts'

export interface HistoryState {
  readonly filter: HistoryFilter
  readonly pages: Pages<ListedItem>
  /** Another filter was chosen, and its first items are on their way. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly facets: CallOutput<'history.facets'> | null

  readonly selecting: boolean
  readonly selection: Selection
  /** The item that Tab reaches in the list. */
  readonly active: string | null

  /** Text of the search field. */
  readonly typed: string
  readonly search: SearchState
  /** Changes whenever the search field shall have the focus, with all of its text selected. */
  readonly fieldFocus: number

  /** The items whose tags are being chosen. */
  readonly tagging: readonly HistoryKey[] | null
  /** Whether the question about the bin is open. */
  readonly emptying: boolean
}

/** The panel's state. What it was when the panel was left, it is when it is shown again. */
export const useHistory = create<HistoryState>(() => ({
  filter: everything,
  pages: noPages,
  switching: false,
  listError: null,
  facets: null,
  selecting: false,
  selection: nothingSelected,
  active: null,
  typed: '',
  search: noSearch,
  fieldFocus: 0,
  tagging: null,
  emptying: false,
}))

export function history(): HistoryState {
  return useHistory.getState()
}

export function dispatchSearch(action: SearchAction): void {
  useHistory.setState((state) => ({ search: searchReducer(state.search, action) }))
}
