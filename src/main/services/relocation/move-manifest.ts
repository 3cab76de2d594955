import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../../storage/folder-sync.ts'

/** What was copied into a folder that is used now. */
export const manifestName = 'moved.json'
/** The same while the folder is not used yet: a folder that has it is a copy that is not done. */
const unfinishedName = 'moving.json'

const recordSchema = z.strictObject({
  bytes: z.number().int().min(0),
  /** When the original was changed last, ms. */
  modifiedAt: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
/** A file that was copied and read back. */
export type CopiedFile = Readonly<z.infer<typeof recordSchema>>

const manifestSchema = z.strictObject({ id: z.uuid(), files: z.record(z.string(), recordSchema) })
/** What a move has copied, by path from the data folder with forward slashes. */
export type MoveManifest = Readonly<z.infer<typeof manifestSchema>>

/** What a move has copied into a folder; null where the folder has nothing of it. */
export function readManifest(folder: string, id: string): MoveManifest | null {
  return (
    [unfinishedName, manifestName].map((name) => read(join(folder, name))).find((found) => found?.id === id) ?? null
  )
}

/** What was copied into a folder that is used now; null where that is not known. */
export function readFinishedManifest(folder: string): MoveManifest | null {
  return read(join(folder, manifestName))
}

/** Whether a folder holds a copy that was never done. */
export function isUnfinished(folder: string): boolean {
  return existsSync(join(folder, unfinishedName))
}

/** Marks a folder as an unfinished copy, with its contents. */
export function writeUnfinished(folder: string, manifest: MoveManifest): void {
  replaceFile(join(folder, unfinishedName), JSON.stringify(manifest))
}

/** A folder in use is never discarded as a copy. */
export function forgetUnfinished(folder: string): void {
  rmSync(join(folder, unfinishedName), { force: true })
}

/** From here on nothing takes the folder for a copy that may be thrown away. */
export function finishManifest(folder: string, manifest: MoveManifest): void {
  writeUnfinished(folder, manifest)
  renameSync(join(folder, unfinishedName), join(folder, manifestName))
  syncFolder(folder)
}

/** The names of both, for who clears a folder. */
export const manifestNames: readonly string[] = [manifestName, `${unfinishedName}.new`, unfinishedName]

function read(path: string): MoveManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
