import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OwnFiles } from '../storage/own-files.ts'

const partName = /^(?:[0-9a-f]{64}\.)?[0-9a-f-]{36}\.part$|^video-[^/]+\.part$/
/** A part in the folder of a hash or of incoming files, by its path in the library. */
const partPath = /^(?:[0-9a-f]{2}|incoming)\/(?:(?:[0-9a-f]{64}\.)?[0-9a-f-]{36}|video-[^/]+)\.part$/

/** Returns the unfinished files of a library folder: the folder of a hash, or of incoming files. */
export function ownParts(folder: string): OwnFiles {
  return new OwnFiles(folder, partName, dirname(dirname(folder)))
}

/**
 * Removes unfinished files that Atelier made and last wrote before `before` (ms since 1970), except names that
 * `isWanted`. Returns their number.
 */
export async function removeUnfinishedFiles(
  dataFolder: string,
  before: number,
  isWanted: (name: string) => boolean,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  const media = join(dataFolder, 'media')
  const own = new OwnFiles(media, partPath, dataFolder)
  const gone = new Set<string>()
  for (const name of own.recordedNames()) {
    if (signal.aborted) break
    const path = join(media, name)
    const found = await stat(path).catch(() => null)
    if (found === null) gone.add(name)
    if (!found?.isFile() || found.mtimeMs >= before || isWanted(basename(name))) continue
    const isRemoved = await rm(path, { force: true }).then(
      () => true,
      () => false,
    )
    if (!isRemoved) continue
    gone.add(name)
    removed += 1
  }
  // each stored file leaves a name: thousands may be gone, and are dropped at once
  own.forgetNames(gone)
  return removed
}
