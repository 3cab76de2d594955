/** The path of an installed Chrome, Edge, Chromium or Playwright Chromium; null where there is none. */
export function findChromium(): string | null

/** The path of Chromium's headless shell; null where there is none. */
export function findHeadlessShell(): string | null

/** How tests and measurements start the browser: the one of this machine, quietly. */
export function chromiumLaunchOptions(executablePath?: string | null): {
  readonly executablePath?: string
  readonly args: string[]
}
