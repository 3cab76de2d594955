// Finds a Chromium-based browser on this machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Path of an installed Chrome, Edge, Chromium or Playwright Chromium; null when there is none. */
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

/**
 * Path of Chromium's headless shell: the same engine without windows, at about half the processor's time for a page. Null
 * where there is none, or where `ATELIER_CHROMIUM` names another browser.
 */
export function findHeadlessShell() {
  if (process.env.ATELIER_CHROMIUM || process.platform !== 'linux') return null
  const folders = (process.env.PATH ?? '').split(':')
  return folders.map((folder) => join(folder, 'chromium-headless-shell')).find((path) => existsSync(path)) ?? null
}

/**
 * Features that Playwright switches off (its `chromiumSwitches.ts`). Of several such switches Chromium reads the last.
 */
const playwrightDisables = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * Chromium loads pages of its address bar and a spare process for every window, also without a head. They cost 0.5
 * seconds of a processor for each test.
 */
const ownPages = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** Launch options for tests and measurements: this machine's browser, without background traffic. */
export function chromiumLaunchOptions(executablePath = findChromium()) {
  return {
    ...(executablePath ? { executablePath } : {}),
    // without a locale Chromium ignores file names that are not ASCII
    env: { ...process.env, LANG: process.env.LANG ?? 'C.UTF-8' },
    // the sandbox refuses root; the other flags keep the browser from calling its vendor's servers
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...playwrightDisables, ...ownPages].join(',')}`,
    ],
  }
}
