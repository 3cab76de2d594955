import { createHash } from 'node:crypto'
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail } from '../../../shared/errors.ts'

/** Where a new program stands until it takes the place of the old one. */
export function stagedPath(program: string): string {
  return join(dirname(program), `.${basename(program)}.update`)
}

/**
 * Puts a verified update in the place of a program file. The copy is written beside it and checked again, because the
 * download may have been changed since. One rename decides: after a crash the old file is whole, or the new one is.
 * electron-updater removes the old file first and then moves the new one, across disks byte by byte.
 * Throws an AppFailure `update_damaged`, or the disk's errors; the program file is then unchanged.
 */
export function replaceProgram(program: string, update: string, sha512: string): void {
  stageProgram(program, update, sha512)
  putStaged(program)
}

/** Writes a program beside the one in use, and checks it. Throws as `replaceProgram` does. */
export function stageProgram(program: string, update: string, sha512: string): void {
  const staged = stagedPath(program)
  try {
    // a link would share the old file's place
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

/** Puts the staged program in place, by one rename. Throws the disk's errors; the program in use is then unchanged. */
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

/** Removes what a killed installation left. */
export function tidyProgram(program: string): void {
  rmSync(stagedPath(program), { force: true })
}

/** The sha512 of a file, as base64. */
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
