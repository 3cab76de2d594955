import { AppFailure, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { FoundPassage } from '../../../shared/knowledge.ts'
import type { SearchReport } from '../../../shared/web-search.ts'
import { providerNames } from '../../../shared/web-search-limits.ts'
import { KeyFilter } from '../../gateway/key-filter.ts'
import type { Ports } from '../../platform.ts'
import type { KnownSecrets } from '../../security/secrets/known-secrets.ts'
import type { SpendingService } from '../spending/index.ts'
import { type FoundPage, hostOf } from './found-pages.ts'
import { type SearchOutcome, searchOnce } from './search-request.ts'
import type { SearchAccess, SearchSettingsStore } from './search-settings.ts'

export interface WebSearchesParts extends Pick<Ports, 'clock' | 'ending' | 'fetch' | 'log'> {
  readonly settings: SearchSettingsStore
  readonly spending: Pick<SpendingService, 'record'>
  readonly known: KnownSecrets
  readonly newId: () => string
}

/** Origin of a search, and the use of earlier results. */
export interface SearchOptions {
  /** The conversation that the cost counts for; empty for none. */
  readonly itemId: string
  /** The answer or composer that requested the search. It gets no second search after a lost answer. */
  readonly askedBy: string
  /** True to search again although there is a result; only the user decides that. */
  readonly again: boolean
}

/** Duration for which a search is remembered, in ms. */
const rememberedMs = 10 * 60_000
/** Maximum number of searches that are remembered. */
const rememberedMax = 100

interface Remembered {
  readonly at: number
  readonly askedBy: string
  readonly outcome: Promise<SearchOutcome>
}

/**
 * Searches the web. A search that was charged is answered from memory for ten minutes. One whose answer was lost is not
 * sent again for the same answer or composer, unless the user wants it. A search that has begun always ends, so that
 * stopping an answer does not lose a paid result.
 */
export class WebSearches {
  private readonly parts: WebSearchesParts
  private readonly filter: KeyFilter
  private readonly remembered = new Map<string, Remembered>()

  constructor(parts: WebSearchesParts) {
    this.parts = parts
    this.filter = new KeyFilter('', parts.known)
  }

  /** Resolves to the results as passages, best first. Throws an AppFailure of a search. */
  async searchWeb(query: string, options: SearchOptions): Promise<readonly FoundPassage[]> {
    const { provider, results } = this.parts.settings.settings()
    const access = (await this.parts.settings.access()) ?? fail('search_off')
    const key = JSON.stringify([provider, access.address, results, query.replace(/\s+/g, ' ').trim()])
    const before = options.again ? null : await this.storedOutcome(key, options.askedBy)
    const outcome = before ?? (await this.begun(key, access, query, results, options))
    if (outcome.error !== null) throw new AppFailure(outcome.error)
    return outcome.pages.map((page) => passageOf(access, page))
  }

  /** Searches with settings that are not stored. Throws an AppFailure of a search. */
  async test({ key, settings }: CallInput<'web.test'>): Promise<SearchReport> {
    const access = (await this.parts.settings.access(settings, key)) ?? fail('search_off')
    const outcome = await this.sendSearch(access, 'Atelier', settings.results, '')
    if (outcome.error !== null) throw new AppFailure(outcome.error)
    return { results: outcome.pages.length, first: outcome.pages[0]?.title ?? null }
  }

  private async storedOutcome(key: string, askedBy: string): Promise<SearchOutcome | null> {
    const found = this.remembered.get(key)
    if (found === undefined || this.parts.clock.now() - found.at >= rememberedMs) return null
    const outcome = await found.outcome
    return outcome.pages !== null || (outcome.charge !== 'none' && found.askedBy === askedBy) ? outcome : null
  }

  private begun(
    key: string,
    access: SearchAccess,
    query: string,
    count: number,
    options: SearchOptions,
  ): Promise<SearchOutcome> {
    const outcome = this.sendSearch(access, query, count, options.itemId)
    this.remembered.delete(key)
    this.remembered.set(key, { at: this.parts.clock.now(), askedBy: options.askedBy, outcome })
    for (const old of [...this.remembered.keys()].slice(0, -rememberedMax)) this.remembered.delete(old)
    return outcome
  }

  private async sendSearch(
    { address, key, provider }: SearchAccess,
    query: string,
    count: number,
    itemId: string,
  ): Promise<SearchOutcome> {
    const { clock, ending, fetch, log, newId, spending } = this.parts
    const at = clock.now()
    const io = { fetch, clock, signal: ending }
    const outcome = await searchOnce(provider, { address, key, query, count }, io)
    log('info', 'web search', {
      provider,
      results: outcome.pages?.length ?? 0,
      error: outcome.error?.code ?? null,
      status: outcome.error?.status ?? null,
    })
    // a server of one's own charges nothing
    if (outcome.charge !== 'none' && provider !== 'searxng')
      spending.record({
        ...{ id: newId(), at, kind: 'search', model: providerNames[provider], connectionId: '', itemId },
        ...(outcome.charge === 'unknown' ? { isIncomplete: true as const } : {}),
      })
    if (outcome.pages === null) return outcome
    // a page may quote a key that it got hold of
    const pages = outcome.pages.map((page) => ({
      ...page,
      url: this.filter.withoutSecrets(page.url) === page.url ? page.url : '',
      title: this.filter.withoutSecrets(page.title),
      text: this.filter.withoutSecrets(page.text),
    }))
    return { ...outcome, pages }
  }
}

function passageOf({ provider }: SearchAccess, { day, text, title, url }: FoundPage): FoundPassage {
  const headings = [day, hostOf(url)].filter((heading) => heading !== null && heading !== '')
  return {
    place: {
      ...{ kind: 'web', sourceId: provider, document: url, title },
      ...{ headings: headings.map(String), partId: null, start: 0, end: text.length, atMs: null },
    },
    text,
    by: 'web',
  }
}
