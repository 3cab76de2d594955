import { setImmediate } from 'node:timers/promises'
import { removeUnfinishedFiles } from '../../media/unfinished-files.ts'
import type { Clock, Log } from '../../platform.ts'
import type { MediaReferences } from '../../storage/media-references.ts'
import type { MediaRemover } from './media-remover.ts'

const dayMs = 24 * 60 * 60_000
/** How long an unreferenced file is kept, because it may have been dropped but not used yet. */
const unusedMs = 7 * dayMs

/** Removes unreferenced library files and partial files. Runs once after start, at low priority. Never rejects. */
export async function sweepMedia(parts: {
  readonly dataFolder: string
  readonly references: MediaReferences
  readonly remover: MediaRemover
  /** Returns true if an unfinished file of this name will be resumed, however old it is. */
  readonly isWanted: (name: string) => boolean
  readonly clock: Clock
  /** The time by which files expire, ms since 1970; by default the clock's. */
  readonly agedNow?: () => number
  readonly log: Log
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}): Promise<void> {
  await setImmediate()
  if (parts.ending.aborted) return
  try {
    const unused = parts.references.unreferenced((parts.agedNow?.() ?? parts.clock.now()) - unusedMs)
    const removed = await parts.remover.removeUnreferenced(unused, parts.ending)
    // the age of a file is measured by the file system's clock, not the app's
    const { dataFolder, isWanted, ending } = parts
    const unfinished = await removeUnfinishedFiles(dataFolder, Date.now() - dayMs, isWanted, ending)
    if (removed > 0 || unfinished > 0) parts.log('info', 'media swept', { removed, unfinished })
  } catch (cause) {
    parts.log('warn', 'media could not be swept', { cause: cause instanceof Error ? cause.name : 'unknown' })
  }
}
