import type { App } from '../app.ts'
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
  readonly close: () => Promise<void>
  /** Asks the person where something is on its way. */
  readonly mayQuit: () => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/**
 * Closes the application before Electron may quit: streams are stopped, what has come is kept, the database is
 * flushed. Every way out passes here: the menu, the last window, a signal, the system shutting down.
 */
export function closeBeforeQuit(
  electron: QuitSource,
  { close, mayQuit, clock, log }: QuitParts,
): { /** Quits whatever is on its way: nobody is there to answer. */ readonly withoutAsking: () => void } {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open'
  electron.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state !== 'open') return
    state = 'asking'
    mayQuit()
      // a question that cannot be asked keeps nobody in
      .catch(() => true)
      .then((may) => {
        if (state !== 'asking') return
        state = 'open'
        if (may) closeNow()
      })
  })
  return {
    withoutAsking() {
      if (state === 'open' || state === 'asking') closeNow()
    },
  }

  function closeNow(): void {
    state = 'closing'
    const giveUp = clock.after(closeMs, () => {
      log('error', 'app.close_slow', { ms: closeMs })
      electron.exit(1)
    })
    close()
      .catch((cause: unknown) => log('error', 'app.close_failed', { reason: String(cause) }))
      .finally(() => {
        giveUp()
        state = 'closed'
        electron.quit()
      })
  }
}

/** What is closed, in order. */
export async function closeAll(app: Pick<App, 'close'>, release: () => Promise<void>): Promise<void> {
  try {
    await app.close()
  } finally {
    await release()
  }
}
