/** The path of an installed Chrome, Edge, Chromium or Playwright Chromium; null where there is none. */
export function findChromium(): string | null
