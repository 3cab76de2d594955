import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppFailure, fail } from '../../shared/errors.ts'
import { lockName } from '../data-folder.ts'
import { isProbe } from '../security/move-target.ts'
import { tryExclusiveLock } from '../storage/exclusive-lock.ts'
import { probeFiles } from '../storage/folder-probe.ts'
import { syncFolder } from '../storage/folder-sync.ts'
import { copyFile, partialPathOf, targetFailure } from './file-copy.ts'
import {
  type CopiedFile,
  copiedPaths,
  finishManifest,
  type MoveManifest,
  manifestNames,
  readManifest,
  writeUnfinished,
} from './move-manifest.ts'
import { type FoundFile, isGone, isMovedName, isSettled, movedFiles } from './moved-files.ts'

/** Source and target of a copy; `id` identifies the move. */
export interface FolderPair {
  readonly id: string
  readonly from: string
  readonly to: string
}

/**
 * Copies the unchanging files while the app runs, and records them in the folder.
 * Throws an AppFailure as `copyFile` does.
 */
export async function copyAhead(pair: FolderPair, onProgress: (progress: number | null) => void): Promise<void> {
  const { id, from, to } = pair
  await atTarget(async () => {
    await mkdir(to, { recursive: true, mode: 0o700 })
    writeUnfinished(to, { id, files: {} })
  })
  const settled = (await movedFiles(from)).filter(({ path }) => isSettled(path))
  const total = settled.reduce((sum, { bytes }) => sum + 2 * bytes, 0)
  const files: Record<string, CopiedFile> = {}
  let done = 0
  onProgress(0)
  for (const file of settled) {
    const copied = await copyFile(file, from, to, (bytes) => {
      done += bytes
      onProgress(total === 0 ? null : Math.min(1, done / total))
    }).catch((cause: unknown) => {
      // the user may delete a backup meanwhile
      if (!existsSync(join(from, file.path))) return null
      throw cause
    })
    if (copied !== null) files[file.path] = copied
  }
  await atTarget(async () => writeUnfinished(to, { id, files }))
}

/**
 * Completes the copy: copies new and changed files, removes deleted ones, and syncs to disk. Neither folder may be in
 * use.
 * Can be interrupted and repeated at any time; the source is only read. Throws an AppFailure as `copyFile` does.
 */
export async function completeCopy(pair: FolderPair): Promise<MoveManifest> {
  const { id, from, to } = pair
  const before = readManifest(to, id) ?? fail('target_lost', 'what was copied is not there any more')
  const now = await movedFiles(from)
  const files: Record<string, CopiedFile> = {}
  for (const file of now)
    files[file.path] = (await copiedAlready(file, to, before)) ?? (await copyFile(file, from, to, () => undefined))
  const manifest = { id, files }
  await atTarget(async () => {
    // copied, and deleted since; files of other names there are not of this move
    for (const { path } of await movedFiles(to))
      if (!Object.hasOwn(files, path) && (Object.hasOwn(before.files, path) || isSettled(path)))
        await rm(join(to, path))
    for (const folder of foldersOf(now.map(({ path }) => path))) syncFolder(join(to, folder))
    finishManifest(to, manifest)
    // the folder itself may be new
    syncFolder(dirname(to))
  })
  return manifest
}

/** Removes an unfinished copy if its folder is not in use; with `made`, also the folder. Never rejects. */
export async function discardCopy({ id, from, to, made }: FolderPair & { readonly made: boolean }): Promise<void> {
  if (!existsSync(to)) return
  await removeProbes(to).catch(() => undefined)
  if (readManifest(to, id) !== null) await clearCopy(to, from).catch(() => undefined)
  else if (made) await clearMarks(to).catch(() => undefined)
  if (made) await rmdir(to).catch(() => undefined)
}

/** Removes the marks of a move that has not copied anything yet. */
async function clearMarks(folder: string): Promise<void> {
  if ((await readdir(folder)).some(isMovedName)) return
  for (const name of [...claimNames, ...manifestNames]) await rm(join(folder, name), { force: true })
}

async function removeProbes(folder: string): Promise<void> {
  for (const probe of (await readdir(folder)).filter(isProbe)) {
    for (const name of probeFiles) await rm(join(folder, probe, name), { force: true }).catch(() => undefined)
    await rmdir(join(folder, probe)).catch(() => undefined)
  }
}

/**
 * Removes the copies of a source's files from a folder that was never used, and nothing else; its mark is removed last.
 */
export async function clearCopy(folder: string, from: string): Promise<void> {
  const lock = tryExclusiveLock(join(folder, lockName))
  if (!lock.held) return
  try {
    const files = await movedFiles(from)
    const paths = new Set([...copiedPaths(folder), ...files.map(({ path }) => path)])
    for (const path of paths)
      for (const copy of [path, partialPathOf(path)])
        await rm(join(folder, copy), { force: true }).catch(() => undefined)
    for (const parent of foldersOf([...paths]))
      if (parent !== '.') await rmdir(join(folder, parent)).catch(() => undefined)
    for (const name of manifestNames) await rm(join(folder, name), { force: true })
  } finally {
    lock.release()
  }
  for (const name of claimNames) await rm(join(folder, name), { force: true })
}

/** Files that a claim leaves in a folder. */
export const claimNames: readonly string[] = [lockName, `${lockName}-journal`, 'instance.json', 'instance.json.new']

async function copiedAlready(file: FoundFile, to: string, manifest: MoveManifest): Promise<CopiedFile | null> {
  const copied = Object.hasOwn(manifest.files, file.path) ? manifest.files[file.path] : undefined
  if (copied?.bytes !== file.bytes || copied.modifiedAt !== file.modifiedAt) return null
  const there = await stat(join(to, file.path)).catch((cause: unknown) => {
    if (isGone(cause)) return null
    throw targetFailure(cause)
  })
  return there?.isFile() && there.size === file.bytes ? copied : null
}

/** Returns every folder that contains files, outermost last. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  return [...[...folders].toSorted((a, b) => b.length - a.length), '.']
}

async function atTarget<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    throw cause instanceof AppFailure ? cause : targetFailure(cause)
  }
}
