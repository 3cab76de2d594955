import type { SearchProvider } from '../../../shared/web-search-limits.ts'
import { type Fields, isFields } from '../../gateway/liberal-fields.ts'
import type { WebRequest } from '../../gateway/web-request.ts'
import type { GivenPage } from './found-pages.ts'

/** A search, and the service's address and key. */
export interface Asked {
  /** Address of the service, without a slash at its end. */
  readonly address: string
  /** The key; empty for a service without one. */
  readonly key: string
  readonly query: string
  readonly count: number
}

/** The request and the answer of a service. */
interface ProviderRules {
  readonly needsKey: boolean
  /** Longest query that the service accepts, in characters and in words. */
  readonly charactersMax: number
  readonly wordsMax?: number
  readonly request: (asked: Asked) => WebRequest
  /** Returns the results of an answer; null if it is not an answer of this service. */
  readonly results: (answer: Fields) => readonly GivenPage[] | null
}

/** Longest text that services are asked for, per result, in characters. */
const textMax = 2_000

const bearer = (key: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  authorization: `Bearer ${key}`,
})

/** The services. `docs/web-search.md` has the sources of these requests and answers. */
export const providers: Readonly<Record<SearchProvider, ProviderRules>> = {
  searxng: {
    needsKey: false,
    charactersMax: 1_000,
    request: ({ address, query }) => ({
      url: `${address.endsWith('/search') ? address : `${address}/search`}?${new URLSearchParams({ q: query, format: 'json' })}`,
      headers: { accept: 'application/json' },
      body: null,
    }),
    results: ({ results }) =>
      listOf(results, ({ content, publishedDate, title, url }) => ({ url, title, text: content, date: publishedDate })),
  },
  tavily: {
    needsKey: true,
    charactersMax: 400,
    request: ({ address, count, key, query }) => ({
      url: `${address}/search`,
      headers: bearer(key),
      // the deeper search costs twice as much
      body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
    }),
    results: ({ results }) =>
      listOf(results, ({ content, published_date, title, url }) => ({
        url,
        title,
        text: content,
        date: published_date,
      })),
  },
  brave: {
    needsKey: true,
    charactersMax: 400,
    wordsMax: 50,
    request: ({ address, count, key, query }) => ({
      url: `${address}/res/v1/web/search?${new URLSearchParams({ q: query, count: String(count), text_decorations: 'false', extra_snippets: 'true' })}`,
      headers: { accept: 'application/json', 'x-subscription-token': key },
      body: null,
    }),
    results: ({ type, web }) => {
      // without results the part of the web is left out
      if (web === undefined) return type === 'search' ? [] : null
      return listOf(isFields(web) ? web.results : null, ({ description, extra_snippets, page_age, title, url }) => ({
        url,
        title,
        text: [description, ...(Array.isArray(extra_snippets) ? extra_snippets : [])].filter(isText).join('\n'),
        date: page_age,
      }))
    },
  },
  bocha: {
    needsKey: true,
    charactersMax: 1_000,
    request: ({ address, count, key, query }) => ({
      url: `${address}/v1/web-search`,
      headers: bearer(key),
      body: JSON.stringify({ query, count, summary: true, freshness: 'noLimit' }),
    }),
    results: (answer) => {
      const data = isFields(answer.data) ? answer.data : answer
      const pages = isFields(data.webPages) ? data.webPages.value : undefined
      // without results the pages are null
      if (pages === undefined && 'webPages' in data && data.webPages === null) return []
      return listOf(pages, ({ dateLastCrawled, datePublished, name, snippet, summary, url }) => ({
        url,
        title: name,
        text: isText(summary) ? summary : snippet,
        date: datePublished ?? dateLastCrawled,
      }))
    },
  },
  exa: {
    needsKey: true,
    charactersMax: 1_000,
    request: ({ address, count, key, query }) => ({
      url: `${address}/search`,
      headers: { accept: 'application/json', 'x-api-key': key },
      // texts of ten results are part of the price
      body: JSON.stringify({ query, numResults: count, type: 'auto', contents: { text: { maxCharacters: textMax } } }),
    }),
    results: ({ results }) =>
      listOf(results, ({ highlights, publishedDate, summary, text, title, url }) => ({
        url,
        title,
        text: [text, Array.isArray(highlights) ? highlights.filter(isText).join('\n') : null, summary].find(isText),
        date: publishedDate,
      })),
  },
  zhipu: {
    needsKey: true,
    // longer queries are refused
    charactersMax: 70,
    request: ({ address, count, key, query }) => ({
      url: `${address}/api/paas/v4/web_search`,
      headers: bearer(key),
      body: JSON.stringify({ search_query: query, search_engine: 'search_std', search_intent: false, count }),
    }),
    results: ({ search_result }) =>
      listOf(search_result, ({ content, link, publish_date, title }) => ({
        url: link,
        title,
        text: content,
        date: publish_date,
      })),
  },
}

/** Returns a query on one line, as long as a service accepts, truncated between words if possible. */
export function fittingQuery(provider: SearchProvider, text: string): string {
  const { charactersMax, wordsMax } = providers[provider]
  const line = text.replace(/\s+/g, ' ').trim()
  const words = wordsMax === undefined ? line : line.split(' ').slice(0, wordsMax).join(' ')
  const signs = [...words]
  if (signs.length <= charactersMax) return words
  const cut = signs.slice(0, charactersMax).join('')
  const space = cut.lastIndexOf(' ')
  return space > cut.length / 2 ? cut.slice(0, space) : cut
}

function listOf(value: unknown, read: (item: Fields) => GivenPage): readonly GivenPage[] | null {
  return Array.isArray(value) ? value.filter(isFields).map(read) : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
