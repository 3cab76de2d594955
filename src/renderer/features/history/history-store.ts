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
  /** The filter changed, and its first items are loading. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly facets: CallOutput<'history.facets'> | null

  readonly selecting: boolean
  readonly selection: Selection
  /** The list item in the tab order. */
  readonly active: string | null

  /** Text of the search field. */
  readonly typed: string
  readonly search: SearchState
  /** Changes to request focus for the search field, with its text selected. */
  readonly fieldFocus: number

  /** The items whose tags are being edited. */
  readonly tagging: readonly HistoryKey[] | null
  /** True if the question about emptying the bin is open. */
  readonly emptying: boolean
}

/** The panel's state. It is kept while the panel is closed. */
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
