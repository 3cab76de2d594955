import { randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { z } from 'zod'
import { AppFailure, appError } from '../shared/errors.ts'
import { tryExclusiveLock } from './storage/exclusive-lock.ts'
import { isOurs, removeTorn } from './storage/folder-sync.ts'

const path = process.platform === 'win32' ? win32 : posix

/** File locked by the process that uses a data folder. */
export const lockName = 'lock.db'

export type ShellName = 'electron' | 'browser'

const instanceSchema = z.object({
  pid: z.number().int().positive(),
  shell: z.enum(['electron', 'browser']),
  /** Address of the browser shell; null for Electron, and before it is ready. */
  port: z.number().int().min(1).max(65_535).nullable(),
  /** Lets a second start, which can read this file, ask the first instance for a link. */
  secret: z.string().min(20).max(200),
})

/** The process that has a data folder open; stored in `instance.json`, readable by its owner only. */
export type Instance = z.infer<typeof instanceSchema>

/** Beginning of the note, which identifies it. */
const noteHead = '{"pid":'

export interface FolderClaim {
  readonly secret: string
  /** Writes the address of this instance to the folder. */
  announce(port: number | null): Promise<void>
  /** Releases the folder. Safe to call twice. */
  release(): Promise<void>
}

export type ClaimOutcome =
  | { readonly claimed: true; readonly claim: FolderClaim }
  | { readonly claimed: false; readonly first: Instance | null }

/**
 * Returns the default data folder, which is the same for both shells, so that they share the history. Follows
 * Electron's `appData`: `$XDG_CONFIG_HOME` or `~/.config` on Linux.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Atelier')
  if (platform === 'win32') {
    const roaming = environment.APPDATA
    return win32.join(roaming || win32.join(home, 'AppData', 'Roaming'), 'Atelier')
  }
  // the XDG specification says to ignore a relative path
  const config = environment.XDG_CONFIG_HOME
  return posix.join(config && posix.isAbsolute(config) ? config : posix.join(home, '.config'), 'Atelier')
}

/**
 * Creates the folder (mode 0700, for its owner only) and verifies that it is writable.
 * Throws an AppFailure: `storage_read_only` or `storage_full`.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (process.platform !== 'win32') await closeToOthers(folder)
    const probe = path.join(folder, `.probe-${randomInt(2 ** 47)}`)
    const file = await open(probe, 'wx', 0o600)
    try {
      // a full disk often still allows an empty file
      await file.writeFile('Atelier can write here')
      await file.sync()
    } finally {
      await file.close()
      await rm(probe, { force: true })
    }
  } catch (cause) {
    throw storageFailure(cause, folder)
  }
}

/**
 * Restricts a folder to its owner. Ignores a refusal for our own folder: its drive has no permissions, as with exFAT.
 */
async function closeToOthers(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700)
  } catch (cause) {
    if ((await stat(folder)).uid !== process.getuid?.()) throw cause
  }
}

/** Converts a file system error into an AppFailure for the user. */
export function storageFailure(cause: unknown, what: string): AppFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  const full = code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL'
  return new AppFailure(appError(full ? 'storage_full' : 'storage_read_only', `${what}: ${code}`), { cause })
}

/**
 * Claims a prepared data folder for this process. Only the lock is decisive.
 * `instance.json` only shows a second start which process to contact; it may be missing (`first: null`) while the first
 * instance starts.
 * Throws an AppFailure when locking itself fails: `folder_not_lockable` or `storage_full`.
 */
export async function claimDataFolder(folder: string, shell: ShellName): Promise<ClaimOutcome> {
  const lock = tryExclusiveLock(path.join(folder, lockName))
  if (!lock.held) {
    if (lock.why === 'failed') throw lockFailure(lock.cause, folder)
    return { claimed: false, first: await readInstance(folder) }
  }
  const secret = randomBytes(32).toString('base64url')
  let released = false
  const claim: FolderClaim = {
    secret,
    announce: (port) => writeInstance(folder, { pid: process.pid, shell, port, secret }),
    async release() {
      if (released) return
      released = true
      removeTorn(instancePath(folder), noteHead)
      lock.release()
    },
  }
  try {
    await claim.announce(null)
  } catch (cause) {
    lock.release()
    throw storageFailure(cause, instancePath(folder))
  }
  return { claimed: true, claim }
}

/** Returns the error of a failed lock; some network drives support files but not locks. */
function lockFailure(cause: unknown, folder: string): AppFailure {
  const failure = storageFailure(cause, folder)
  if (failure.error.code === 'storage_full') return failure
  return new AppFailure(appError('folder_not_lockable', failure.error.detail), { cause })
}

/** Returns the process that has the folder open, according to its note; null if the note is missing or invalid. */
export async function readInstance(folder: string): Promise<Instance | null> {
  try {
    const parsed = instanceSchema.safeParse(JSON.parse(await readFile(instancePath(folder), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

async function writeInstance(folder: string, instance: Instance): Promise<void> {
  // our note is renamed into place complete; another program's file with that name is not replaced
  if (!isOurs(instancePath(folder), noteHead)) throw Object.assign(new Error('not a note'), { code: 'EEXIST' })
  const own = `${instancePath(folder)}.new`
  removeTorn(own, noteHead)
  const temporary = existsSync(own) ? `${own}-${randomBytes(8).toString('hex')}` : own
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify(instance))
  } finally {
    await file.close()
  }
  await rename(temporary, instancePath(folder))
}

function instancePath(folder: string): string {
  return path.join(folder, 'instance.json')
}
