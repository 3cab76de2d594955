import { readdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../shared/errors.ts'

/** Names in a data folder that belong to the user. Everything else stays: locks, uploads, a browser's own files. */
const movedNames: readonly RegExp[] = [
  /^(media|backups|recordings|requests|logs)$/,
  // never -shm, which is rebuilt from the journal
  /^(atelier|knowledge)\.db(-wal)?$/,
  /^vectors(-unusable-\d+)?\.db(-wal)?$/,
  /^atelier\.db\.restoring-[0-9a-f-]{36}$/,
  /^restore\.json(\.damaged)?$/,
  /^settings\.json(\.damaged-\d+)?$/,
  /^(damaged|newer|replaced)-\d+(-\d+)?$/,
  // left by going back to an older version
  /^newer-\d[0-9A-Za-z.-]{0,63}-\d+(-\d+)?$/,
]

/** Files that Atelier leaves in its default data folder. */
const stayingNames: readonly RegExp[] = [
  /^(chromium|browser-profile|incoming|outgoing)$/,
  /^(lock\.db(-journal)?|instance\.json(\.new)?)$/,
  /^(location|move)\.json(\.new)?$/,
  /^(moved\.json|own-files\.txt(\.new)?)$/,
  // partial files of a killed app
  /^(settings|restore)\.json\.(new|tmp-.*)$/,
]

/** Files that do not change while the app runs: library files, finished backups, set-aside databases. */
const settledPaths: readonly RegExp[] = [
  /^media\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
  /^backups\/[^/]+\.(atelier-backup|db)$/,
  /^(damaged|newer|replaced)-[^/]+\/.+$/,
]

/** Deepest level of our own files; also ends loops of links. */
const depthMax = 6

export interface FoundFile {
  /** Path relative to the data folder, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** Modification time in ms. */
  readonly modifiedAt: number
}

/** Files that systems create on an empty drive, and that a start creates before the database. */
const unmadeNames =
  /^(lost\+found|\.DS_Store|\.Trash(es|-\d+)?|\.fseventsd|\.Spotlight-V100|System Volume Information|\$RECYCLE\.BIN|desktop\.ini|settings\.json|lock\.db|instance\.json|chromium|browser-profile|Singleton(Lock|Cookie|Socket))$/

/** Returns true if a folder is new to Atelier and already holds files: a user's files, to be left alone. */
export function isSharedFolder(folder: string): boolean {
  try {
    const names = readdirSync(folder)
    return !names.includes('atelier.db') && names.some((name) => !unmadeNames.test(name))
  } catch {
    return false // it does not exist yet
  }
}

export function isMovedName(name: string): boolean {
  return movedNames.some((pattern) => pattern.test(name))
}

/** Returns true if a file of this name may be in a default data folder that holds no data. */
export function isStayingName(name: string): boolean {
  return stayingNames.some((pattern) => pattern.test(name))
}

/** Returns true if a file can be copied while the app runs. */
export function isSettled(path: string): boolean {
  return settledPaths.some((pattern) => pattern.test(path))
}

/**
 * Resolves to every data file in a data folder. Throws an AppFailure `source_unreadable` if a folder cannot be read.
 */
export async function movedFiles(folder: string): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  for (const name of await namesIn(folder)) if (isMovedName(name)) await collect(folder, name, 0, found)
  return found
}

async function collect(folder: string, path: string, depth: number, found: FoundFile[]): Promise<void> {
  const file = await stat(join(folder, path)).catch((cause: unknown) => {
    // it was removed meanwhile, or is a dangling link
    if (isGone(cause)) return null
    return fail('source_unreadable', path)
  })
  if (file?.isFile()) found.push({ path, bytes: file.size, modifiedAt: file.mtimeMs })
  if (!file?.isDirectory()) return
  if (depth >= depthMax) fail('source_unreadable', path)
  for (const name of await namesIn(join(folder, path))) await collect(folder, `${path}/${name}`, depth + 1, found)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((cause: unknown) =>
    isGone(cause) ? [] : fail('source_unreadable', 'a folder that cannot be read'),
  )
}

/** Returns true if an error means that a file does not exist. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
