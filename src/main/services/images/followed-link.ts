import type { StoredPiece } from '../../storage/image-jobs.ts'

/** Marks a stored link as one that tells the state of a request instead of leading to a picture. */
const mark = 'poll:'

/** The stored link of a request that goes on at the gateway. */
export function followedLink(address: string): string {
  return `${mark}${address}`
}

/** The address that tells the state of a request; null for the link of a picture. */
export function followedAddress({ link }: Pick<StoredPiece, 'link'>): string | null {
  return link?.startsWith(mark) === true ? link.slice(mark.length) : null
}
