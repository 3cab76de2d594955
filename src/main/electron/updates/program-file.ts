import { createHash } from 'node:crypto'
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail } from '../../../shared/errors.ts'

/** Returns the path of a new program before it replaces the old one. */
export function stagedPath(program: string): string {
  return join(dirname(program), `.${basename(program)}.update`)
}

/**
 * Replaces a program file by a verified update. The copy is written next to it and checked again, because the download
 * may have been changed since. One rename decides: after a crash, either the old or the new file is complete.
 * electron-updater instead removes the old file first and then moves the new one, across disks byte by byte.
 * Throws an AppFailure `update_damaged`, or the disk's errors; then the program file is unchanged.
 */
export function replaceProgram(program: string, update: string, sha512: string): void {
  stageProgram(program, update, sha512)
  putStaged(program)
}

/** Writes a program next to the current one, and checks it. Throws as `replaceProgram` does. */
export function stageProgram(program: string, update: string, sha512: string): void {
  const staged = stagedPath(program)
  try {
    // writing through a link would change the old file
    rmSync(staged, { force: true })
    copyFileSync(update, staged)
    chmodSync(staged, 0o755)
    if (hashOf(staged) !== sha512) fail('update_damaged', 'the program file was changed')
    sync(staged)
  } catch (cause) {
    rmSync(staged, { force: true })
    throw cause
  }
}

/**
 * Replaces the program with the staged one, by one rename. Throws the disk's errors; then the current program is
 * unchanged.
 */
export function putStaged(program: string): void {
  const staged = stagedPath(program)
  try {
    renameSync(staged, program)
  } catch (cause) {
    rmSync(staged, { force: true })
    throw cause
  }
  sync(dirname(program))
}

/** Removes leftovers of a killed installation. */
export function tidyProgram(program: string): void {
  rmSync(stagedPath(program), { force: true })
}

/** Returns the sha512 of a file, as base64. */
export function hashOf(path: string): string {
  const hash = createHash('sha512')
  const buffer = Buffer.alloc(1024 ** 2)
  const file = openSync(path, 'r')
  try {
    for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer))
      hash.update(buffer.subarray(0, bytes))
  } finally {
    closeSync(file)
  }
  return hash.digest('base64')
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
