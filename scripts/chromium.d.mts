/** The path of an installed Chrome, Edge, Chromium or Playwright Chromium; null where there is none. */
export function findChromium(): string | null

/** How tests and measurements start the browser: the one of this machine, quietly. */
export function chromiumLaunchOptions(): { readonly executablePath?: string; readonly args: string[] }
