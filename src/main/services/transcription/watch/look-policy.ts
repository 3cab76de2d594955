import type { WatchedFile, WatchedHold } from '../../../storage/watched-recordings.ts'
import type { FileContent, ListedFile } from './folder-view.ts'

/** Time without a change after which a file counts as complete, in ms. */
export const quietMs = 8_000
/** Number of looks that must find a file unchanged: a clock that jumps makes no file complete. */
const quietLooks = 2

/** A file that is not remembered as it is, and may still be growing. */
export interface Sighting extends ListedFile {
  /** When it was first seen like this, in ms since 1970. */
  readonly since: number
  /** Number of later looks that found it unchanged. */
  readonly looks: number
  /** True if it was first seen by a look after nobody had looked for a while. */
  readonly isMissed: boolean
}

export interface Look {
  readonly listed: readonly ListedFile[]
  readonly known: readonly WatchedFile[]
  /** The sightings of the last look, by path. */
  readonly before: ReadonlyMap<string, Sighting>
  readonly now: number
  /** True for the first look of a run, and the first after the folder was gone. */
  readonly isFirst: boolean
}

/** Returns the files that differ from what is remembered, and those of them that are complete. */
export function afterLook({ before, isFirst, known, listed, now }: Look): {
  readonly sightings: ReadonlyMap<string, Sighting>
  readonly complete: readonly Sighting[]
} {
  const remembered = new Map(known.map((file) => [file.path, file]))
  const sightings = listed.flatMap((file): readonly Sighting[] => {
    const row = remembered.get(file.path)
    if (row !== undefined && isUnchanged(row, file)) return []
    const earlier = before.get(file.path)
    const isMissed = earlier?.isMissed ?? isFirst
    // a clock that went back begins the wait anew
    const isSame = earlier !== undefined && isUnchanged(earlier, file) && earlier.since <= now
    return [isSame ? { ...earlier, looks: earlier.looks + 1 } : { ...file, since: now, looks: 0, isMissed }]
  })
  return {
    sightings: new Map(sightings.map((one) => [one.path, one])),
    complete: sightings.filter(({ bytes, looks, since }) => bytes > 0 && looks >= quietLooks && now - since >= quietMs),
  }
}

/** Returns true if size and modification time of a file are the same. */
export function isUnchanged(
  one: Pick<ListedFile, 'bytes' | 'modifiedAt'>,
  other: Pick<ListedFile, 'bytes' | 'modifiedAt'>,
): boolean {
  return one.bytes === other.bytes && one.modifiedAt === other.modifiedAt
}

export interface Arrival {
  readonly file: ListedFile
  readonly content: FileContent
  readonly listed: readonly ListedFile[]
  /** The remembered files of the folder. */
  readonly known: readonly WatchedFile[]
  /** The remembered files with its content, also those of folders that were watched before. */
  readonly alike: readonly WatchedFile[]
  /** True if a recording with this content was transcribed another way. */
  readonly isTranscribed: boolean
  /** True if new recordings are sent automatically. */
  readonly isAutomatic: boolean
}

/**
 * Outcome of reading a complete file.
 * - `busy`: its earlier content is being queued, so that it is looked at again later
 * - `compare`: these remembered files must be read first, because they may be the same
 * - `known`: a remembered file that was renamed or only touched
 * - `same`: another file has its content
 * - `unread`: neither sound nor film yet
 * - `grown`: a remembered file that was not sent, with more in it
 * - `new`: a recording; `hold` says why it is never sent automatically; `replaces` had its path
 */
export type Arrived =
  | { readonly type: 'busy' | 'same' }
  | { readonly type: 'unread'; readonly hold: WatchedHold | null }
  | { readonly type: 'compare'; readonly files: readonly WatchedFile[] }
  | { readonly type: 'known'; readonly file: WatchedFile }
  | { readonly type: 'grown'; readonly file: WatchedFile; readonly hold: WatchedHold | null }
  | { readonly type: 'new'; readonly hold: WatchedHold | null; readonly replaces: WatchedFile | null }

/** Compares a complete file with what is remembered. */
export function arrived({ alike, content, file, isAutomatic, isTranscribed, known, listed }: Arrival): Arrived {
  const there = new Map(listed.map((one) => [one.path, one]))
  const own = known.find(({ path }) => path === file.path) ?? null
  if (own?.state === 'taking') return { type: 'busy' }
  if (own !== null && own.hash === content.hash) return { type: 'known', file: own }
  const moved = alike.find((one) => known.some(({ id }) => id === one.id) && !there.has(one.path))
  // a file that had this path is another one then, and stays remembered by its content
  if (moved !== undefined && own === null) return { type: 'known', file: moved }
  if (alike.length > 0) return { type: 'same' }
  const alikeSize = known.filter(({ bytes, hash, id }) => hash === null && bytes === file.bytes && id !== own?.id)
  const readable = alikeSize.filter((one) => {
    const now = there.get(one.path)
    return now !== undefined && isUnchanged(one, now)
  })
  if (readable.length > 0) return { type: 'compare', files: readable }
  const renamed = alikeSize.find((one) => !there.has(one.path) && one.modifiedAt === file.modifiedAt)
  if (renamed !== undefined && own === null) return { type: 'known', file: renamed }
  const isUnsent = own?.state === 'waiting' || own?.state === 'unread'
  const hold = holdOf(own !== null && !isUnsent, alikeSize.length > 0, isTranscribed, isAutomatic)
  if (!content.isSound) return { type: 'unread', hold: own?.hold ?? hold }
  return isUnsent ? { type: 'grown', file: own, hold: own.hold ?? hold } : { type: 'new', hold, replaces: own }
}

function holdOf(
  isChanged: boolean,
  isPerhapsEarlier: boolean,
  isTranscribed: boolean,
  isAutomatic: boolean,
): WatchedHold | null {
  if (isChanged) return 'changed'
  if (isTranscribed) return 'transcribed'
  if (isPerhapsEarlier) return 'perhaps_earlier'
  return isAutomatic ? null : 'press'
}
