// Finds a browser of the Chromium family on this machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** The path of an installed Chrome, Edge, Chromium or Playwright Chromium; null where there is none. */
export function findChromium() {
  const named = process.env.ATELIER_CHROMIUM
  if (named && existsSync(named)) return named
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const names =
    process.platform === 'win32'
      ? ['chrome.exe', 'msedge.exe']
      : ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge']
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
    `${process.env['PROGRAMFILES(X86)']}\\Microsoft\\Edge\\Application\\msedge.exe`,
    chromium.executablePath(),
  ]
  return candidates.find((path) => existsSync(path)) ?? null
}

/** How tests and measurements start the browser: the one of this machine, quietly. */
export function chromiumLaunchOptions() {
  const executablePath = findChromium()
  return {
    ...(executablePath ? { executablePath } : {}),
    // without a locale Chromium takes a file name that is not ASCII for no name at all
    env: { ...process.env, LANG: process.env.LANG ?? 'C.UTF-8' },
    // the sandbox needs a user that is not root; quiet flags keep the browser from looking for its maker's servers
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
