import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { retryAfterMs } from '../gateway/errors.ts'
import { type LinkFetches, openRemoteLink } from '../gateway/remote-link.ts'
import { isPublicHost, isSameMachine } from '../security/linked-host.ts'
import { mayBePlain } from './place-address.ts'

/** Redirects behind the link; with the place's own they are three hops. */
const redirectsMax = 2
/** Statuses that pass. A signed link may be asked for before the drive behind it has the file. */
const passingStatuses = [404, 408, 410, 425, 429] as const

export interface PlaceLinkIo extends LinkFetches {
  /** The place's address. */
  readonly address: URL
  /** True if the user accepts plain http beyond the own network. */
  readonly allowInsecure: boolean
  /** ms since 1970. */
  readonly now: () => number
}

/** Opens the link that a place answers instead of a file. */
export type OpenPlaceLink = (link: string, signal: AbortSignal) => Promise<Response>

/**
 * AList, OpenList and others keep files at a cloud drive, and answer GET with a signed link to it. The place's credentials
 * are not sent to any link. Rejects with `place_link` where the link is refused or gives no file, with `place_unavailable`
 * where it may later, or with the error of the fetch. No status means that the file is gone: only the place knows that.
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
