import { normaliseBaseUrl, placesOf } from '../../../shared/connection.ts'
import { AppFailure, type ErrorCode, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { Result } from '../../../shared/ipc/result.ts'
import type { Model } from '../../../shared/model.ts'

/** A base URL of the gateway, with the models that it lists. */
export interface FoundGateway {
  readonly place: string
  readonly models: readonly Model[]
}

/** Errors that another path on the same host would cause too. */
const ofTheHost: ReadonlySet<ErrorCode> = new Set([
  ...(['address_not_found', 'refused', 'tls', 'proxy', 'proxy_unset', 'proxy_locked', 'offline'] as const),
  ...(['timeout', 'connection_lost', 'stalled', 'app_closed', 'cancelled'] as const),
])

/** Errors that mean that no gateway is at a path. */
const notHere: ReadonlySet<ErrorCode> = new Set(['not_a_gateway', 'redirected'])

/**
 * Asks the candidate base URLs of an address for their models, one after the other, until one lists them. Stops if
 * another path would answer the same, or if a path with a version refuses: the key is sent no more often than needed.
 */
export async function findGateway(
  places: readonly [string, ...string[]],
  ask: (place: string) => Promise<Result<readonly Model[]>>,
): Promise<Result<FoundGateway>> {
  let told: Extract<Result<never>, { readonly ok: false }> | null = null
  for (const place of places) {
    const answer = await ask(place)
    if (answer.ok) return { ok: true, value: { place, models: answer.value } }
    const isCertain = isVersioned(place) && !notHere.has(answer.error.code)
    if (told === null || (isCertain && notHere.has(told.error.code))) told = answer
    if (isCertain || ofTheHost.has(answer.error.code)) break
  }
  return told ?? fail('internal', 'an address without a place')
}

/** Reorders places: `first`, then the others. */
export function startingWith(first: string, places: readonly string[]): readonly [string, ...string[]] {
  return [first, ...places.filter((place) => place !== first)]
}

function isVersioned(place: string): boolean {
  return /\/v\d[a-z0-9]*$/.test(place)
}

/**
 * Returns the address to save for a form: the saved one if it is unchanged, else the place where a test found the
 * gateway, else the likeliest place. Throws an AppFailure if the address is refused.
 */
export function savedAddress(input: CallInput<'connections.save'>, before: string | null): string {
  const places = placesOf(input.baseUrl, input.allowInsecure)
  if (!places.ok) throw new AppFailure(places.error)
  if (input.foundAt !== undefined)
    return places.value.find((place) => place === input.foundAt) ?? fail('address_invalid', 'no place of this address')
  if (input.baseUrl === before) return before
  const likeliest = normaliseBaseUrl(input.baseUrl, input.allowInsecure)
  return likeliest.ok ? likeliest.value : fail('address_invalid')
}
