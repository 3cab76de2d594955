import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes unfinished files (`*.part`) last written before `before` (ms since 1970), except names that `isWanted`.
 * Returns their number.
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
    for (const name of await readdir(join(media, folder.name)).catch(() => [])) {
      if (signal.aborted) return removed
      if (!name.endsWith('.part') || isWanted(name)) continue
      const path = join(media, folder.name, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile() || found.mtimeMs >= before) continue
      await rm(path, { force: true }).catch(() => {})
      removed += 1
    }
  }
  return removed
}
