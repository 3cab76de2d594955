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

/**
 * Closes the application before Electron may quit: streams are stopped, what has come is kept, the database is
 * flushed. Every way out passes here: the menu, the last window, a signal, the system shutting down.
 */
export function closeBeforeQuit(
  electron: QuitSource,
  close: () => Promise<void>,
  clock: Pick<Clock, 'after'>,
  log: Log,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  electron.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
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
  })
}

/** What is closed, in order. */
export async function closeAll(app: Pick<App, 'close'>, release: () => Promise<void>): Promise<void> {
  try {
    await app.close()
  } finally {
    await release()
  }
}
