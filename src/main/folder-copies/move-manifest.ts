import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../storage/folder-sync.ts'

/** Name of the list of files that were copied into the current folder. */
export const manifestName = 'moved.json'
/** Name of the manifest while the copy is unfinished. */
const unfinishedName = 'moving.json'

const recordSchema = z.strictObject({
  bytes: z.number().int().min(0),
  /** Modification time of the original, in ms. */
  modifiedAt: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
/** A file that was copied and verified by reading it back. */
export type CopiedFile = Readonly<z.infer<typeof recordSchema>>

/** A path inside the folder: a foreign manifest must not lead out of it. */
const pathSchema = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\]+(?:\/[^/\\]+)*$/)
const manifestSchema = z.strictObject({ id: z.uuid(), files: z.record(pathSchema, recordSchema) })
/** Copied files, by path from the data folder with forward slashes. */
export type MoveManifest = Readonly<z.infer<typeof manifestSchema>>

/** Returns the files that a move has copied into a folder; null if there are none. */
export function readManifest(folder: string, id: string): MoveManifest | null {
  return (
    [unfinishedName, manifestName].map((name) => read(join(folder, name))).find((found) => found?.id === id) ?? null
  )
}

/** Files copied into the current folder; null if unknown. */
export function readFinishedManifest(folder: string): MoveManifest | null {
  return read(join(folder, manifestName))
}

/** Returns the paths of the files that a move, unfinished or not, has recorded in a folder. */
export function copiedPaths(folder: string): readonly string[] {
  return [unfinishedName, manifestName].flatMap((name) => Object.keys(read(join(folder, name))?.files ?? {}))
}

/** Returns true if a folder holds an unfinished copy. */
export function isUnfinished(folder: string): boolean {
  return read(join(folder, unfinishedName)) !== null
}

/** Marks a folder as an unfinished copy, with its contents. */
export function writeUnfinished(folder: string, manifest: MoveManifest): void {
  replaceFile(join(folder, unfinishedName), JSON.stringify(manifest))
}

/**
 * Removes an unfinished manifest, because a folder in use is never discarded as a copy. A file of that name that is not
 * a manifest stays.
 */
export function forgetUnfinished(folder: string): void {
  if (isUnfinished(folder)) rmSync(join(folder, unfinishedName), { force: true })
}

/** Marks the copy as finished; from now on it is never discarded. */
export function finishManifest(folder: string, manifest: MoveManifest): void {
  writeUnfinished(folder, manifest)
  renameSync(join(folder, unfinishedName), join(folder, manifestName))
  syncFolder(folder)
}

/** Both manifest names, for code that clears a folder. */
export const manifestNames: readonly string[] = [manifestName, `${unfinishedName}.new`, unfinishedName]

function read(path: string): MoveManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
