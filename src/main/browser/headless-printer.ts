import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Printer } from '../platform.ts'
import { findChromium, type WindowSurroundings, windowSurroundings } from './app-window.ts'

/** Longest time for a page, in ms. */
const printMs = 120_000

/**
 * Prints with Chrome, Edge or Chromium without a window. The page's own policy forbids scripts and loading, and no host
 * name is resolved. Scripts cannot be disabled completely, because the browser uses one to print.
 */
export function createHeadlessPrinter(surroundings: WindowSurroundings = windowSurroundings()): Printer {
  return {
    async pdf(page, to, signal) {
      const program = findChromium(surroundings)
      if (program === null) fail('no_printer', 'no Chrome, Edge or Chromium was found')
      const profile = await mkdtemp(join(tmpdir(), 'atelier-print-'))
      // a browser can be killed midway, and a partial file must not get the final name
      const part = join(dirname(to), `${randomUUID()}.pdf`)
      try {
        await ended(program, printArguments(page, part, profile, surroundings), signal)
        if ((await stat(part).catch(() => null)) === null) fail('print_failed', 'the browser wrote no file')
        await rename(part, to)
      } finally {
        await rm(part, { force: true })
        await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
      }
    },
  }
}

/** Returns the command line of a browser that prints one file and exits. */
export function printArguments(
  page: string,
  to: string,
  profile: string,
  surroundings: Pick<WindowSurroundings, 'userId'>,
): readonly string[] {
  return [
    '--headless=new',
    `--print-to-pdf=${to}`,
    '--no-pdf-header-footer',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-extensions',
    '--disable-sync',
    '--disable-gpu',
    '--no-first-run',
    '--no-default-browser-check',
    ...(surroundings.userId === 0 ? ['--no-sandbox'] : []),
    pathToFileURL(page).href,
  ]
}

async function ended(program: string, words: readonly string[], signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(printMs)
  const child = spawn(program, words, {
    stdio: 'ignore',
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the browser ended with ${code}`))))
  try {
    await promise
  } catch (cause) {
    signal.throwIfAborted()
    throw new AppFailure(appError('print_failed', late.aborted ? 'printing took too long' : String(cause)), { cause })
  }
}
