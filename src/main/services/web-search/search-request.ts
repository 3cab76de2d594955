import { type AppError, AppFailure, appError, type ErrorCode } from '../../../shared/errors.ts'
import type { SearchProvider } from '../../../shared/web-search-limits.ts'
import { httpError, streamError } from '../../gateway/errors.ts'
import { type Fields, isFields } from '../../gateway/liberal-fields.ts'
import { readLiberalJson } from '../../gateway/liberal-json.ts'
import { askWeb, type WebAnswer, type WebRequestIo } from '../../gateway/web-request.ts'
import { type FoundPage, foundPages } from './found-pages.ts'
import { type Asked, fittingQuery, providers } from './providers.ts'

/** Cost of a search: none if it was refused, `unknown` if its answer was lost. */
export type Charge = 'none' | 'charged' | 'unknown'

/** Outcome of one search. */
export type SearchOutcome =
  | { readonly pages: readonly FoundPage[]; readonly error: null; readonly charge: 'charged' }
  | { readonly pages: null; readonly error: AppError; readonly charge: Charge }

/** Sends one search once. Never rejects, never retries. */
export async function searchOnce(provider: SearchProvider, asked: Asked, io: WebRequestIo): Promise<SearchOutcome> {
  const { needsKey, request } = providers[provider]
  const query = fittingQuery(provider, asked.query)
  if (query === '') return refused(appError('invalid_input', 'an empty query'), 'none')
  if (needsKey && asked.key === '') return refused(appError('search_key', 'there is no key'), 'none')
  try {
    return read(provider, asked, await askWeb(request({ ...asked, query }), io))
  } catch (cause) {
    const error = cause instanceof AppFailure ? cause.error : appError('internal', 'the search failed')
    // an aborted search may have been sent
    const isUnknown = error.code === 'search_lost' || error.code === 'cancelled'
    return refused(error, isUnknown ? 'unknown' : error.code === 'search_unreadable' ? 'charged' : 'none')
  }
}

function read(provider: SearchProvider, { count, key }: Asked, answer: WebAnswer): SearchOutcome {
  const json = readLiberalJson(answer.text)?.value
  const body: Fields = isFields(json) ? json : {}
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (!isSuccess) {
    const error = httpError(answer.status, answer.headers, messageIn(body) ?? answer.text, [key])
    return refused({ ...error, code: codeOfStatus(provider, answer.status) }, 'none')
  }
  const results = providers[provider].results(body)
  if (results !== null) return { pages: foundPages(results, count), error: null, charge: 'charged' }
  const message = messageIn(body)
  if (message === null) return refused(appError('search_unreadable', 'no results in the answer', answer), 'charged')
  // some services report a refusal with a success status
  const { code, ...error } = streamError(body.error ?? { ...body, message }, [key])
  const kinds: Partial<Record<ErrorCode, ErrorCode>> = {
    invalid_key: 'search_key',
    quota: 'search_limit',
    rate_limited: 'search_limit',
  }
  return refused({ ...error, code: kinds[code] ?? 'search_failed', status: answer.status }, 'none')
}

function codeOfStatus(provider: SearchProvider, status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'search_key'
    case 403:
      // the usual answer of a SearXNG whose settings do not list the format
      return provider === 'searxng' ? 'search_format' : 'search_key'
    // Tavily answers 432 and 433 at the limits of a plan
    case 402:
    case 429:
    case 432:
    case 433:
      return 'search_limit'
    default:
      return 'search_failed'
  }
}

/** Returns the service's own words about a failure; null if there are none. */
function messageIn(body: Fields): string | null {
  for (const value of [body.error, body.detail, body.message, body.msg]) {
    if (typeof value === 'string' && value !== '') return value
    if (!isFields(value)) continue
    const inner = [value.message, value.detail, value.error].find((words) => typeof words === 'string' && words !== '')
    if (typeof inner === 'string') return inner
  }
  return null
}

function refused(error: AppError, charge: Charge): SearchOutcome {
  return { pages: null, error, charge }
}
