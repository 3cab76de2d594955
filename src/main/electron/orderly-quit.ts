import type { App } from '../application.ts'
import type { Clock, Log } from '../platform.ts'

/** Longest shutdown, in ms; then the process exits anyway, and the journal has the shown text. */
const closeMs = 5000

/** The part of Electron's App that controls quitting. */
export interface QuitSource {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
  exit(code: number): void
}

export interface QuitParts {
  /** Closes the windows while the application still answers, so that pages can save unsent text. */
  readonly closeWindows: () => Promise<void>
  readonly close: () => Promise<void>
  /**
   * Called once before the process ends after a quit that was not forced. Synchronous. `isWhole`: everything was
   * closed, and nothing is running.
   */
  readonly closed?: (isWhole: boolean) => void
  /** True if jobs are running, so that the user must confirm. */
  readonly isBusy: () => boolean
  /** Asks the user; false cancels quitting. */
  readonly ask: () => Promise<boolean>
  /** Called when the user cancels: a window must stay open. */
  readonly stayed: () => void
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

export interface OrderlyQuit {
  /** Quits even if jobs are running, because nobody can answer. */
  readonly withoutAsking: () => void
  /**
   * For `close` of the last window when that ends the app: asks while the window still exists.
   * `window-all-closed` is too late, because the window is gone then (shell/browser/browser.cc).
   */
  readonly holdWindow: (event: { preventDefault(): void }) => void
  /** True if the app is closing or closed. */
  readonly isEnding: () => boolean
}

/**
 * Closes the application before Electron may quit: stops streams, keeps received text, flushes the database. Every exit
 * uses it: the menu, the last window, a signal, system shutdown.
 */
export function closeBeforeQuit(electron: QuitSource, parts: QuitParts): OrderlyQuit {
  const { closeWindows, close, closed, isBusy, ask, stayed, clock, log } = parts
  let isForced = false
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
      isForced = true
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
    // a failed dialog must not prevent quitting
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
      leave(false)
      electron.exit(1)
    })
    closeWindows()
      .then(close)
      .then(
        () => leave(true),
        (cause: unknown) => {
          log('error', 'app.close_failed', { reason: String(cause) })
          leave(false)
        },
      )
      .catch((cause: unknown) => log('error', 'app.end_failed', { reason: String(cause) }))
      .finally(() => {
        giveUp()
        electron.quit()
      })
  }

  function leave(isWhole: boolean): void {
    if (state === 'closed') return
    state = 'closed'
    if (!isForced) closed?.(isWhole)
  }
}

/** Closes the app, then releases the data folder. */
export async function closeAll(app: Pick<App, 'close'>, release: () => Promise<void>): Promise<void> {
  try {
    await app.close()
  } finally {
    await release()
  }
}
