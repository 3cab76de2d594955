import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumLaunchOptions, findChromium } from '../../scripts/chromium.mjs'

/** A browser started as a user starts it. */
export interface UnwatchedBrowser {
  /** Process ids of pages. */
  pages(): readonly number[]
  close(): Promise<void>
}

/**
 * Opens an address in a browser without automation, because an automated one keeps up to 200 MB of loaded data in the
 * page's process.
 * Throws when there is no browser.
 */
export function openUnwatched(address: string): UnwatchedBrowser {
  const program = findChromium()
  if (program === null) throw new Error('there is no browser of the Chromium family')
  const profile = mkdtempSync(join(tmpdir(), 'atelier-profile-'))
  const args = [...chromiumLaunchOptions().args, '--headless', '--no-first-run', `--user-data-dir=${profile}`, address]
  const browser = spawn(program, args, { stdio: 'ignore' })
  const closed = once(browser, 'close')
  return {
    pages: () => (browser.pid === undefined ? [] : descendants(browser.pid).filter(isPage)),
    async close() {
      browser.kill()
      await closed
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function isPage(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer')
}

function descendants(root: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    // a program's name may contain spaces and brackets
    const parent = /\) \S (\d+)/.exec(/^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '')?.[1]
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }]
  })
  const below = (pid: number): readonly number[] =>
    parents.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...below(child.pid)])
  return below(root)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // a process may end at any time
    return ''
  }
}
