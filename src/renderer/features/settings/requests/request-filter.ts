import { folded, searchWords } from '../../../../shared/folded-text.ts'
import type { GatewayRequestSummary } from '../../../../shared/gateway-request.ts'

/** Criteria of the list. */
export interface RequestFilter {
  readonly kind: GatewayRequestSummary['kind'] | null
  readonly words: string
}

/** Returns the requests that match a filter. Words are searched in model, address, item and status. */
export function requestsLike(
  requests: readonly GatewayRequestSummary[],
  { kind, words }: RequestFilter,
): readonly GatewayRequestSummary[] {
  const wanted = searchWords(words)
  return requests.filter((request) => {
    const { error, itemId: item, model, status, url } = request
    const text = folded(`${model} ${url} ${item} ${status ?? ''} ${error ?? ''}`)
    return (kind === null || request.kind === kind) && wanted.every((word) => text.includes(word))
  })
}

/** Returns the path of an address, without the part that all requests share. */
export function addressPathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.replace(/^\/v1\//, '') : url
}
