const { promise: shown, resolve } = Promise.withResolvers<void>()

/** Called when the window has rendered for the first time. */
export function markFirstRender(): void {
  resolve()
}

/**
 * Runs `act` in idle time after the first render. A page that waits for main's first answers is idle as well, but what
 * it asked then would be answered before the data of the render.
 */
export function whenIdleAfterFirstRender(act: () => void): void {
  void shown.then(() => requestIdleCallback(act))
}
