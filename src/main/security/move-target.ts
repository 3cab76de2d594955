import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fail } from '../../shared/errors.ts'
import { isInside } from './safe-path.ts'
import { secretTest } from './secret-folder.ts'

/** A valid target of a relocation: a real, absolute path without anyone's files. */
export interface MoveTarget {
  readonly path: string
  /** True if the folder does not exist yet. */
  readonly isNew: boolean
}

/**
 * Checks the target path of a move. It must not equal, contain or lie in any of `mine`; `isFree` returns whether its
 * contents may be ignored. Throws an AppFailure: `target_not_absolute`, `target_no_parent`, `target_inside` or
 * `target_not_empty`.
 */
export async function moveTarget(
  typed: string,
  mine: readonly string[],
  isFree: (path: string, names: readonly string[]) => boolean,
): Promise<MoveTarget> {
  const wanted = typed.trim()
  if (!isAbsolute(wanted) || /\p{Cc}/u.test(wanted) || wanted.length > 4000)
    fail('target_not_absolute', 'no absolute path')
  const path = await realTarget(resolve(wanted))
  if ((await secretTest())(path)) fail('folder_not_allowed', 'a folder of secrets')
  for (const folder of mine) await refuseSame(path, await realpath(folder))
  const found = await stat(path).catch(() => null)
  if (found === null) return { path, isNew: true }
  if (!found.isDirectory()) fail('target_not_empty', 'it is a file')
  const names = await readdir(path).catch(() => fail('target_read_only', 'it cannot be listed'))
  if (!isFree(path, names)) fail('target_not_empty', `${names.length} entries`)
  return { path, isNew: false }
}

/** Resolves links; for a missing folder, its parent must exist. */
async function realTarget(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  const parent = await realpath(dirname(path)).catch(() => fail('target_no_parent', 'the folder above is not there'))
  if (!(await stat(parent)).isDirectory()) fail('target_no_parent', 'what is above it is no folder')
  return join(parent, basename(path))
}

async function refuseSame(path: string, folder: string): Promise<void> {
  if (path === folder || isInside(folder, path) || isInside(path, folder))
    fail('target_inside', 'the same folder, or one in the other')
  // the same folder under another path, such as a second mount or a case-insensitive file system
  const [one, other] = await Promise.all([identity(existing(path)), identity(folder)])
  if (one === other) fail('target_inside', 'the same folder by another name')
}

/** Returns the path itself, or its nearest existing ancestor. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}

async function identity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true })
  return `${dev} ${ino}`
}

/** Returns true for the name of a temporary folder of `probing`, perhaps left by a crash. */
export function isProbe(name: string): boolean {
  return /^\.probe-\d+$/.test(name)
}

/**
 * Runs `probe` in a temporary folder inside the target, and removes it afterwards. Creates a new target. Throws an
 * AppFailure `target_read_only` if that fails.
 */
export async function probing<T>(target: MoveTarget, probe: (folder: string) => Promise<T>): Promise<T> {
  const inside = join(target.path, `.probe-${randomInt(2 ** 47)}`)
  try {
    if (target.isNew) await mkdir(target.path, { recursive: true, mode: 0o700 })
    await mkdir(inside, { mode: 0o700 })
  } catch {
    return fail('target_read_only', 'nothing can be made in it')
  }
  try {
    return await probe(inside)
  } finally {
    await rm(inside, { recursive: true, force: true }).catch(() => undefined)
    if (target.isNew) await rmdir(target.path).catch(() => undefined)
  }
}
