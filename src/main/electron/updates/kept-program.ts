import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isNewer } from '../../../shared/versions.ts'
import { replaceFile, syncFile, syncFolder } from '../../storage/folder-sync.ts'
import { hashOf } from './program-file.ts'

/** How long the program before an update is kept, in ms. */
const keptMs = 30 * 24 * 60 * 60_000

const keptSchema = z.object({ version: z.string().max(64), sha512: z.string(), keptAt: z.number() })
/** The program that an update replaced. */
export type KeptProgram = z.infer<typeof keptSchema>

const noteName = 'previous.json'
const fileName = 'previous.AppImage'

/** Returns the path of the kept program in its folder. */
export function keptPath(folder: string): string {
  return join(folder, fileName)
}

/**
 * Keeps a program that is about to be replaced, in place of the previous one. The note is written last: a program
 * without a note is not offered. Throws the disk's errors.
 */
export function keepProgram(folder: string, program: string, version: string, now: number): void {
  forgetKept(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unproven = `${keptPath(folder)}.new`
  try {
    // on the same disk the old file only gets a second name, which the update's rename does not affect
    linkSync(program, unproven)
  } catch {
    copyFileSync(program, unproven, constants.COPYFILE_FICLONE)
    chmodSync(unproven, 0o755)
    syncFile(unproven)
  }
  const sha512 = hashOf(unproven)
  renameSync(unproven, keptPath(folder))
  syncFolder(folder)
  replaceFile(join(folder, noteName), JSON.stringify({ version, sha512, keptAt: now }))
}

/** Returns the kept program; null if there is none older than `current`. */
export function keptProgram(folder: string, current: string): KeptProgram | null {
  try {
    const kept = keptSchema.parse(JSON.parse(readFileSync(join(folder, noteName), 'utf8')))
    return isNewer(current, kept.version) && readdirSync(folder).includes(fileName) ? kept : null
  } catch {
    return null
  }
}

/** Removes leftovers: after 30 days, after a revert, or after a kill. */
export function tidyKept(folder: string, current: string, now: number): void {
  const kept = keptProgram(folder, current)
  if (kept === null || now - kept.keptAt > keptMs) forgetKept(folder)
  rmSync(`${keptPath(folder)}.new`, { force: true })
}

/** Removes the kept program, its note first. */
export function forgetKept(folder: string): void {
  rmSync(join(folder, noteName), { force: true })
  rmSync(keptPath(folder), { force: true })
}
