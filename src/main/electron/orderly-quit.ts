import type { App } from '../application.ts'
import type { Clock, Log } from '../platform.ts'

/** How long closing may take, in ms; then the process ends anyway, and the journal has what was shown. */
const closeMs = 5000

/** The part of Electron's App that ends it. */
export interface QuitSource {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
  exit(code: number): void
}

export interface QuitParts {
  /** Closes the windows, so that their pages save what is typed while the application still answers. */
  readonly closeWindows: () => Promise<void>
  readonly close: () => Promise<void>
  /** Whether something is on its way, so that the person has to be asked. */
  readonly isBusy: () => boolean
  /** Asks the person; false where they stay. */
  readonly ask: () => Promise<boolean>
  /** The person stays: a window has to be there. */
  readonly stayed: () => void
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

export interface OrderlyQuit {
  /** Quits whatever is on its way: nobody is there to answer. */
  readonly withoutAsking: () => void
  /**
   * For the `close` of the last window, where that ends the app: asks while the window is still there. Afterwards is too
   * late, as `window-all-closed` comes when it is gone (shell/browser/browser.cc).
   */
  readonly holdWindow: (event: { preventDefault(): void }) => void
  /** Whether the app is being closed, or is. */
  readonly isEnding: () => boolean
}

/**
 * Closes the application before Electron may quit: streams are stopped, what has come is kept, the database is
 * flushed. Every way out passes here: the menu, the last window, a signal, the system shutting down.
 */
export function closeBeforeQuit(electron: QuitSource, parts: QuitParts): OrderlyQuit {
  const { closeWindows, close, isBusy, ask, stayed, clock, log } = parts
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open'
  electron.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state !== 'open') return
    if (isBusy()) void askFirst()
    else closeNow()
  })
  return {
    withoutAsking() {
      if (state === 'open' || state === 'asking') closeNow()
    },
    isEnding: () => state === 'closing' || state === 'closed',
    holdWindow(event) {
      if (state !== 'asking' && !(state === 'open' && isBusy())) return
      event.preventDefault()
      if (state === 'open') void askFirst()
    },
  }

  async function askFirst(): Promise<void> {
    state = 'asking'
    // a question that cannot be asked keeps nobody in
    const mayQuit = await ask().catch(() => true)
    if (state !== 'asking') return
    state = 'open'
    if (mayQuit) closeNow()
    else stayed()
  }

  function closeNow(): void {
    state = 'closing'
    const giveUp = clock.after(closeMs, () => {
      log('error', 'app.close_slow', { ms: closeMs })
      electron.exit(1)
    })
    closeWindows()
      .then(close)
      .catch((cause: unknown) => log('error', 'app.close_failed', { reason: String(cause) }))
      .finally(() => {
        giveUp()
        state = 'closed'
        electron.quit()
      })
  }
}

/** Steps of closing, in order. */
export async function closeAll(app: Pick<App, 'close'>, release: () => Promise<void>): Promise<void> {
  try {
    await app.close()
  } finally {
    await release()
  }
}
