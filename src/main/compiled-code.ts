import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { constants, enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, posix, win32 } from 'node:path'

/** Maximum number of other builds whose compiled code is kept. */
const otherBuildsMax = 3

/** The parts of a system that decide where compiled code is kept. */
export interface CodePlace {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const here = (): CodePlace => ({ platform: process.platform, environment: process.env, home: homedir() })

/**
 * Returns the folder of compiled code, in the system's cache folder. Never in a data folder, which may come from somebody
 * else: V8 runs what it finds there. Null for an AppImage, whose files have other paths at each start.
 */
export function codeFolder({ platform, environment, home }: CodePlace): string | null {
  if (environment.APPIMAGE) return null
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'Atelier', 'code')
  if (platform === 'win32') {
    const local = environment.LOCALAPPDATA || win32.join(home, 'AppData', 'Local')
    return win32.join(local, 'Atelier', 'Cache', 'code')
  }
  // the XDG specification says to ignore a relative path
  const cache = environment.XDG_CACHE_HOME
  return posix.join(cache && posix.isAbsolute(cache) ? cache : posix.join(home, '.cache'), 'Atelier', 'code')
}

/**
 * Keeps the code that V8 compiles, for the next start of the same build: about 50 ms of a start. Call it before the rest
 * of main is imported. `entry` is the script of the start, which names the other scripts by their content. Returns the
 * folder of this build; null where none can be made, others may write to it, or Node already keeps code elsewhere.
 */
export function keepCompiledCode(entry: string, place = here()): string | null {
  const folder = codeFolder(place)
  // nothing is made where Node keeps code already
  if (folder === null || getCompileCacheDir() !== undefined) return null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isPrivate(folder)) return null
    const build = createHash('sha256').update(entry).update(readFileSync(entry)).digest('hex').slice(0, 16)
    const used = join(folder, build)
    return enableCompileCache(used).status === constants.compileCacheStatus.ENABLED ? used : null
  } catch {
    // the start takes longer
    return null
  }
}

/** Returns true if nobody but the user can have written to a folder. */
export function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
}

/** Removes the compiled code of old builds: all but the newest few, and that of the build in `used`. Never rejects. */
export async function removeOldCode(used: string): Promise<void> {
  const folder = dirname(used)
  try {
    const others = (await readdir(folder)).filter((name) => name !== basename(used))
    const written = await Promise.all(
      others.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
    )
    const old = written.toSorted((one, other) => other.at - one.at).slice(otherBuildsMax)
    for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
  } catch {
    // they stay until the next start
  }
}
