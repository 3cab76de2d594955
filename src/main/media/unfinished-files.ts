import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OwnFiles } from '../storage/own-files.ts'

const partName = /^(?:[0-9a-f]{64}\.)?[0-9a-f-]{36}\.part$|^video-[^/]+\.part$/

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
  const media = join(dataFolder, 'media')
  let removed = 0
  for (const folder of await readdir(media, { withFileTypes: true }).catch(() => [])) {
    if (!folder.isDirectory()) continue
    const own = ownParts(join(media, folder.name))
    for (const name of own.recordedNames()) {
      if (signal.aborted) return removed
      if (isWanted(name)) continue
      const path = join(media, folder.name, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile() || found.mtimeMs >= before) continue
      await rm(path, { force: true }).catch(() => {})
      removed += 1
    }
    own.forgetGone()
  }
  return removed
}
