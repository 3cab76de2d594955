import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { historyCalls } from '../../../shared/ipc/history-calls.ts'
import type { HistoryService } from './history-service.ts'

/** Handlers of the calls about the history. */
export function historyHandlers(history: HistoryService): HandlersOf<typeof historyCalls> {
  return {
    'history.item': ({ key }) => history.item(key),
    'history.list': (input) => history.listItems(input),
    'history.keys': (input) => history.keysOf(input),
    'history.facets': () => history.facets(),
    'history.search': (input) => history.search(input),
    'history.searchByMeaning': (input) => history.searchByMeaning(input),
    'history.hits': (input) => history.hits(input),
    'history.setPinned': (input) => history.setPinned(input),
    'history.setArchived': (input) => history.setArchived(input),
    'history.tag': (input) => history.tag(input),
    'history.delete': (input) => history.deleteItems(input),
    'history.restore': (input) => history.restoreItems(input),
    'history.emptyBin': () => history.emptyBin(),
  }
}
