import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { historyCalls } from '../../../shared/ipc/history-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { HistoryItems } from '../../storage/history-items.ts'
import type { Chat } from '../chat/index.ts'
import type { ImageStudio } from '../images/index.ts'
import type { TranscriptionStudio } from '../transcription/index.ts'
import type { VideoStudio } from '../videos/index.ts'
import type { HistoryReader } from './history-reader.ts'
import { HistoryService } from './history-service.ts'
import { historyTool } from './history-tool.ts'

/** The history of main. */
export interface History extends Feature {
  readonly handlers: HandlersOf<typeof historyCalls>
}

/** Composes the history from the features it shows. */
export function createHistory(
  parts: FeatureParts & {
    readonly reader: HistoryReader
    readonly chat: Chat
    readonly images: ImageStudio
    readonly transcription: TranscriptionStudio
    readonly videos: VideoStudio
  },
): History {
  const { database, reader, tools } = parts
  const service = new HistoryService({ ...parts, items: new HistoryItems(database) })
  const tool = historyTool(service, () => parts.settings.get().searchByMeaning)
  tools.registry.addToolSource({ tools: () => [tool] })
  return {
    handlers: historyHandlers(service),
    start: () => reader.startIndexing(),
    close: () => reader.close(),
  }
}

/** Handlers of the calls about the history. */
function historyHandlers(history: HistoryService): HandlersOf<typeof historyCalls> {
  return {
    'history.item': ({ key }) => history.item(key),
    'history.list': (input) => history.listItems(input),
    'history.keys': (input) => history.keysOf(input),
    'history.months': (input) => history.monthsOf(input),
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
