import { fail } from '../../shared/errors.ts'

/** A file or folder in a listing. */
export interface PlacedFile {
  readonly name: string
  /** Size of the file in bytes; null if the server does not report it. */
  readonly bytes: number | null
  readonly isFolder: boolean
}

export interface Listing {
  readonly files: readonly PlacedFile[]
  /** False if the server may have left out entries. */
  readonly whole: boolean
}

/**
 * A destination for files: a folder, a WebDAV server, a bucket. Paths come from `placePath`. Every method rejects with
 * an AppFailure. A destination's answers are not trusted: the caller compares lengths and hashes.
 */
export interface Place {
  /** Lists the direct entries of a folder; none if the folder does not exist. */
  listFolder(folder: string): Promise<Listing>
  /** Resolves to the size of a file as the destination states it; null if there is no such file. */
  size(path: string): Promise<number | null>
  /**
   * Resolves to true if a file certainly does not exist; false if the destination refuses to answer. For decisions
   * about deletion.
   */
  lacks(path: string): Promise<boolean>
  /** Reads a whole file. Refuses more than `bytesMax` bytes with `place_changed`. */
  readFile(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Stores a file under an unused name. The name appears only once the file is complete, except on a server that cannot
   * rename: there an interrupted upload may leave a partial file.
   */
  writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Removes a file; a missing file is not an error. */
  removeFile(path: string): Promise<void>
}

const segmentPattern = /^[a-z0-9][a-z0-9.-]{0,199}$/

/** Builds a path at a destination; no other code does. Throws an AppFailure `internal` for an invalid name. */
export function placePath(...segments: readonly string[]): string {
  for (const segment of segments) if (!segmentPattern.test(segment)) fail('internal', 'not a name for a place')
  return segments.join('/')
}

/** Suffix of an incomplete file. */
export const partSuffix = '.part'

/** Shortest silent limit of a listing: some servers stop at 750 entries (Jianguoyun), others at 1,000. */
export const listingLimit = 750

/** Returns the bytes of a file that was read; refuses more than `bytesMax` with `place_changed`. */
export function atMost(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Uint8Array<ArrayBuffer> {
  return bytes.length <= bytesMax ? bytes : fail('place_changed', `${bytes.length} bytes instead of ${bytesMax}`)
}
