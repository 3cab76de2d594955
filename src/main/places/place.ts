import { fail } from '../../shared/errors.ts'

/** A file or folder in a listing. */
export interface PlacedFile {
  readonly name: string
  /** Null where the server does not tell. */
  readonly bytes: number | null
  readonly isFolder: boolean
}

export interface Listing {
  readonly files: readonly PlacedFile[]
  /** False where the server may have left entries out. */
  readonly whole: boolean
}

/**
 * A place that keeps files: a folder, a WebDAV server, a bucket. Paths come from `placePath`. Every method rejects with
 * an AppFailure. Nothing that a place answers is believed: lengths and hashes are compared by the caller.
 */
export interface Place {
  /** Entries directly in a folder; none where the folder does not exist. */
  list(folder: string): Promise<Listing>
  /** Bytes of a file as the place states them; null where there is none. */
  size(path: string): Promise<number | null>
  /** Whether it is certain that there is no such file; a place that refuses to tell has it. For decisions to delete. */
  lacks(path: string): Promise<boolean>
  /** A whole file. More than `bytesMax` bytes are refused with `place_changed`. */
  read(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Stores a file under a name that holds none yet. The name appears only once the file is complete, except at a server that
   * cannot rename: there a cut upload may leave a part under it.
   */
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Removes a file; one that is gone is fine. */
  remove(path: string): Promise<void>
}

const segmentPattern = /^[a-z0-9][a-z0-9.-]{0,199}$/

/** The one door for paths at a place. Throws an AppFailure `internal` for a name that is not ours. */
export function placePath(...segments: readonly string[]): string {
  for (const segment of segments) if (!segmentPattern.test(segment)) fail('internal', 'not a name for a place')
  return segments.join('/')
}

/** Suffix of a file that is not complete yet. */
export const partSuffix = '.part'

/** Some servers end a listing at 750 entries without a word (Jianguoyun), others at 1,000. */
export const listingLimit = 750

/** Bytes of a file that was read; more than `bytesMax` are refused with `place_changed`. */
export function atMost(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Uint8Array<ArrayBuffer> {
  return bytes.length <= bytesMax ? bytes : fail('place_changed', `${bytes.length} bytes instead of ${bytesMax}`)
}
