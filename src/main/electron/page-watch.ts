import type { MessageBoxOptions } from 'electron'
import type { Clock, Log } from '../platform.ts'
import { pageQuestion } from './page-words.ts'
import type { ShellWindow } from './shell-host.ts'

/** Delay of each reload, in ms. After these reloads within a minute the user is asked. */
const reloadDelays = [250, 1000, 3000] as const
const windowMs = 60_000
/** `ERR_ABORTED`: another load replaced this one. */
const aborted = -3

export interface PageWatchParts {
  readonly clock: Clock
  readonly log: Log
  readonly language: () => string
  readonly ask: (options: MessageBoxOptions) => Promise<number>
  readonly reload: () => void
  readonly quit: () => void
}

/**
 * Reloads the window's page when its process ended or it failed to load; after a few reloads it asks the user. Main
 * keeps unsent text.
 * The user decides whether to reload an unresponsive page.
 */
export function watchPage(window: ShellWindow, parts: PageWatchParts): void {
  const { clock, log, language } = parts
  let failures: readonly number[] = []
  let isDeciding = false
  /** Withdraws the question about an unresponsive page. */
  let silence: AbortController | null = null

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log('error', 'page.gone', { reason })
    silence?.abort()
    revive('gone')
  })
  window.webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === aborted) return
    log('error', 'page.not_loaded', { code, description })
    revive('unloaded')
  })
  // Electron counts a 404 as a loaded page, but the user sees a blank window
  window.webContents.on('did-navigate', (_event, _url, status) => {
    if (status < 400) return
    log('error', 'page.not_loaded', { status })
    revive('unloaded')
  })
  window.on('unresponsive', () => {
    log('warn', 'page.unresponsive')
    if (silence === null && !isDeciding) void askAboutSilence()
  })
  window.on('responsive', () => {
    log('info', 'page.responsive')
    silence?.abort()
  })

  function revive(trouble: 'gone' | 'unloaded'): void {
    if (isDeciding) return
    const now = clock.now()
    failures = [...failures.filter((at) => at > now - windowMs), now]
    const delay = reloadDelays[failures.length - 1]
    if (delay === undefined) void askWhatNow(trouble)
    else clock.after(delay, reload)
  }

  async function askWhatNow(trouble: 'gone' | 'unloaded'): Promise<void> {
    isDeciding = true
    const choice = await ask(pageQuestion(language(), trouble))
    isDeciding = false
    failures = []
    if (choice === 0) reload()
    else parts.quit()
  }

  async function askAboutSilence(): Promise<void> {
    silence = new AbortController()
    const { signal } = silence
    const choice = await ask({ ...pageQuestion(language(), 'unresponsive'), signal })
    silence = null
    if (choice === 1 && !signal.aborted) reload()
  }

  /** Asks the user. A dialog that fails counts as its first button, like a closed one. */
  async function ask(question: MessageBoxOptions): Promise<number> {
    return await parts.ask(question).catch(() => 0)
  }

  function reload(): void {
    if (!window.isDestroyed()) parts.reload()
  }
}
