import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The shell under test, by the Playwright project. */
export type ShellKind = 'browser' | 'electron'

export interface ShellOptions {
  shellKind: ShellKind
}

export const electronAbsent =
  "Electron's program is not on this machine (the electron package fetches it when it first runs)"

/** Path of Electron's program, found as the electron package does; null when it is not installed. */
export function electronProgram(): string | null {
  const folder = join(import.meta.dirname, '../../node_modules/electron')
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    return existsSync(program) ? program : null
  } catch {
    return null
  }
}
