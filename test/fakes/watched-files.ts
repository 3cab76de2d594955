import { createHash } from 'node:crypto'
import type { FileContent, ListedFile } from '../../src/main/services/transcription/watch/folder-view.ts'
import type { WatchedFile } from '../../src/main/storage/watched-recordings.ts'

const bytesOf = (path: string): number => 1_000 + path.length

/** Returns a file as a folder lists it; its size and time follow from its path. */
export function listedFile(path: string): ListedFile {
  return { path, bytes: bytesOf(path), modifiedAt: 5_000 + path.length }
}

/** Returns the content of a minute of sound at a path. */
export function fileContent(path: string): FileContent {
  const hash = createHash('sha256').update(path).digest('hex')
  return { ...listedFile(path), hash, isSound: true, duration: 60_000 }
}

/** Returns a remembered file that is unchanged in its folder. */
export function watchedFile(path: string, changes: Partial<WatchedFile> = {}): WatchedFile {
  return {
    ...{ ...listedFile(path), id: path, folder: '/recordings', state: 'waiting', hold: null },
    ...{ hash: fileContent(path).hash, duration: 60_000, jobId: null, request: null, estimate: null },
    ...{ isAutomatic: false, isHeld: false, isMissed: false, seenAt: 1 },
    ...changes,
  }
}
