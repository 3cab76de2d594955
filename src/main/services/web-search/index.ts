import { randomUUID } from 'node:crypto'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { webCalls } from '../../../shared/ipc/web-calls.ts'
import type { Money } from '../../../shared/prices.ts'
import { providerNames, searchProviders } from '../../../shared/web-search-limits.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import { DocumentReader } from '../documents/index.ts'
import { PageReader } from './page-reader.ts'
import { SearchSettingsStore } from './search-settings.ts'
import { webHandlers } from './web-handlers.ts'
import { WebSearches } from './web-searches.ts'
import { webTools } from './web-tools.ts'

/** Searches of the web, and its pages. */
export interface WebSearch extends Feature {
  readonly handlers: HandlersOf<typeof webCalls>
  /** Returns the price that the user entered for one search of a service, by its name; null if there is none. */
  priceOf(service: string): Money | null
}

/**
 * Composes the web search, and offers its tools to the chat. `secrets` must remember all values that pass through it.
 */
export function createWebSearch(
  parts: FeatureParts & Pick<Platform, 'secrets' | 'store'> & { readonly known: KnownSecrets },
): WebSearch {
  const { database, events, knowledge, secrets, store, tools } = parts
  const settings = new SearchSettingsStore(store, secrets)
  const searches = new WebSearches({ ...parts, settings, newId: randomUUID })
  const documents = new DocumentReader()
  const pages = new PageReader({ ...parts, documents })
  tools.registry.addToolSource({
    tools: () =>
      webTools({
        ...{ settings, searches, pages },
        cite: ({ conversationId, messageId }, passages) =>
          database.durably(() => knowledge.passages.addPassages(messageId, conversationId, passages)),
      }),
  })
  return {
    handlers: webHandlers({
      ...{ settings, searches, pages },
      retrievals: knowledge.retrievals,
      toolsChanged: () => events.emit('tools.changed', tools.service.listTools()),
    }),
    priceOf(service) {
      const provider = searchProviders.find((one) => providerNames[one] === service)
      return provider === undefined ? null : (settings.settings().services[provider]?.price ?? null)
    },
    close: async () => await documents.close(),
  }
}
