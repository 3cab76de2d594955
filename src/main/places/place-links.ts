import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { retryAfterMs } from '../gateway/errors.ts'
import { type LinkFetches, openRemoteLink } from '../gateway/remote-link.ts'
import { isPublicHost, isSameMachine } from '../security/linked-host.ts'
import { mayBePlain } from './place-address.ts'

/** Maximum number of redirects after the link; with the destination's own redirect they are three hops. */
const redirectsMax = 2
/** Statuses of temporary failures. A signed link may be requested before the drive behind it has the file. */
const passingStatuses = [404, 408, 410, 425, 429] as const

export interface PlaceLinkIo extends LinkFetches {
  /** The destination's address. */
  readonly address: URL
  /** True if the user accepts plain http beyond the local network. */
  readonly allowInsecure: boolean
  /** ms since 1970. */
  readonly now: () => number
}

/** Opens the link that a destination returns instead of a file. */
export type OpenPlaceLink = (link: string, signal: AbortSignal) => Promise<Response>

/**
 * Creates a function that opens signed links. AList, OpenList and others keep files on a cloud drive, and answer GET
 * with a signed link to it. The destination's credentials are not sent to any link.
 * Rejects with `place_link` if the link is refused or returns no file, with `place_unavailable` for a temporary
 * failure, or with the error of the fetch. No status means that the file is gone, because only the destination knows
 * that.
 */
export function placeLinks({ address, allowInsecure, fetch, linkFetch, now }: PlaceLinkIo): OpenPlaceLink {
  const permits = ({ hostname, protocol }: URL): boolean =>
    protocol === 'https:' || (address.protocol === 'http:' && mayBePlain(hostname, allowInsecure))
  const trusts = (target: URL): boolean =>
    target.origin === address.origin || (!isPublicHost(address.hostname) && isSameMachine(target, address))
  return async (link, signal) => {
    const io = { fetch, linkFetch, permits, redirectsMax, trusts, signal: () => signal }
    const response = await openRemoteLink(link, io).catch((cause: unknown) => {
      const isRefused = cause instanceof AppFailure && cause.error.code === 'link_refused'
      throw isRefused ? new AppFailure(appError('place_link', cause.error.detail), { cause }) : cause
    })
    if (response.status === 200) return response
    await response.body?.cancel()
    throw new AppFailure(refusal(response, now()))
  }
}

function refusal({ headers, status }: Response, now: number): AppError {
  const passes = status >= 500 || passingStatuses.some((passing) => passing === status)
  return appError(passes ? 'place_unavailable' : 'place_link', `the link answers ${status}`, {
    status,
    retryAfterMs: passes ? retryAfterMs(headers, now) : null,
  })
}
