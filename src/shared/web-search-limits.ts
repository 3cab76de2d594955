// Values that the page needs at run time, apart from the schemas.

import type { Money } from './prices.ts'

/** Services that search the web. */
export const searchProviders = ['searxng', 'tavily', 'brave', 'bocha', 'exa', 'zhipu'] as const
export type SearchProvider = (typeof searchProviders)[number]

/** Names of the services, the same in every language. */
export const providerNames: Readonly<Record<SearchProvider, string>> = {
  searxng: 'SearXNG',
  tavily: 'Tavily',
  brave: 'Brave',
  bocha: '博查 Bocha',
  exa: 'Exa',
  zhipu: '智谱 Zhipu',
}

/** Usual addresses of the services; empty for one that runs on the user's own server. */
export const providerAddresses: Readonly<Record<SearchProvider, string>> = {
  searxng: '',
  tavily: 'https://api.tavily.com',
  brave: 'https://api.search.brave.com',
  bocha: 'https://api.bochaai.com',
  exa: 'https://api.exa.ai',
  zhipu: 'https://open.bigmodel.cn',
}

/** List prices of one search, where a service's own documentation gives one (`docs/web-search.md`). */
export const listPrices: Readonly<Partial<Record<SearchProvider, Money>>> = {
  tavily: { currency: 'USD', nano: 8_000_000 },
  exa: { currency: 'USD', nano: 7_000_000 },
}

/** Number of results of one search: the maximum, and the default. Exa's price includes ten. */
export const searchResultsMax = 10
export const searchResultsAtFirst = 5
/** Longest address and key of a service, in UTF-16 units. */
export const searchAddressMax = 2_000
export const searchKeyMax = 1_000
/** Longest address of a page, in UTF-16 units. */
export const pageAddressMax = 8_000
