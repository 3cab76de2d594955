import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { webCalls } from '../../../shared/ipc/web-calls.ts'
import type { Retrievals } from '../knowledge/retrievals.ts'
import type { PageReader } from './page-reader.ts'
import type { SearchSettingsStore } from './search-settings.ts'
import type { WebSearches } from './web-searches.ts'

export interface WebServices {
  readonly settings: SearchSettingsStore
  readonly searches: WebSearches
  readonly pages: PageReader
  readonly retrievals: Pick<Retrievals, 'keepPassages'>
  /** Called after the settings changed: the tools depend on them. */
  readonly toolsChanged: () => void
}

/** Handlers of the calls about the web. */
export function webHandlers(services: WebServices): HandlersOf<typeof webCalls> {
  const { pages, retrievals, searches, settings, toolsChanged } = services
  return {
    'web.get': () => settings.searchState(),
    'web.save': async (input) => {
      const state = await settings.saveSettings(input)
      toolsChanged()
      return state
    },
    'web.test': (input) => searches.test(input),
    'web.find': async ({ again, conversationId, text }) => {
      const options = { itemId: conversationId, askedBy: `composer ${conversationId}`, again }
      return retrievals.keepPassages(await searches.searchWeb(text, options))
    },
    'web.read': ({ url }) => pages.readAsFile(url),
  }
}
