import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { languageFor } from '../../shared/language.ts'
import { settingsSchema } from '../../shared/settings.ts'
import { storageFailure } from '../data-folder.ts'
import { createLogFile } from '../log-file.ts'
import { openDataFolder } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { openShell } from './app-shell.ts'
import { prepare } from './before-ready.ts'
import type { Launch } from './launch.ts'
import type { ShellHost } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { dataRefused, openElsewhere } from './start-words.ts'

/** The shell before Electron is ready. */
export interface Beginning {
  /** The after-ready phase: claims the data, composes the application, opens the window. Never rejects: it tells and ends. */
  start(): Promise<void>
}

/**
 * The before-ready phase; synchronous, see before-ready.ts. Null where there is nothing to wait for: another Electron
 * shell has been told and shows itself, or the data folder cannot be made and the person has been told.
 */
export function begin(host: ShellHost, launch: Launch, parts: ShellParts): Beginning | null {
  const { app, protocol, shell } = host
  const { os } = parts
  // a system without a browser refuses; the page has shown the address, and there is nobody else to tell
  const openExternal = (url: string) => void shell.openExternal(url).catch(() => undefined)
  try {
    const place = prepare({ app, protocol, openExternal, os }, launch.data)
    if (place === 'held') return null
    const summons = new Summons()
    app.on('second-instance', summons.come)
    return { start: () => start(host, launch, parts, { summons, isUnlocked: place === 'unlocked' }) }
  } catch (cause) {
    stop(host, dataRefused(languageOf(launch.data, app), storageFailure(cause, launch.data).error, launch.data), 1)
    return null
  }
}

/** Other starts of the app, which want to see the window: heard from the beginning, also before there is one. */
class Summons {
  private isWanted = false
  private show: (() => void) | null = null

  readonly come = (): void => {
    if (this.show === null) this.isWanted = true
    else this.show()
  }

  /** There is a window from now on. */
  answerWith(show: () => void): void {
    this.show = show
    if (this.isWanted) show()
  }
}

interface FirstSeconds {
  readonly summons: Summons
  /** Whether other starts cannot be heard. */
  readonly isUnlocked: boolean
}

async function start(host: ShellHost, launch: Launch, parts: ShellParts, first: FirstSeconds): Promise<void> {
  let log = createLogFile({ data: launch.data, clock: systemClock })
  const { data: folder, chosen } = launch
  try {
    const opened = await openDataFolder({ folder, chosen, shell: 'electron', clock: systemClock })
    if ('taken' in opened) {
      stop(host, openElsewhere(languageOf(opened.data, host.app), opened.taken.first), 0)
      return
    }
    log = createLogFile({ data: opened.data, clock: systemClock })
    if (first.isUnlocked) log('warn', 'electron.no_instance_lock')
    const appWindow = await openShell(host, launch, parts, opened, log)
    first.summons.answerWith(() => appWindow.show())
    log('info', 'electron.ready', { version: host.app.getVersion() })
  } catch (cause) {
    log('error', 'electron.start_failed', { reason: String(cause) })
    stop(
      host,
      dataRefused(languageOf(launch.data, host.app), cause instanceof AppFailure ? cause.error : null, launch.data),
      1,
    )
  }
}

/** The language that the person chose, as far as their settings can be read without opening anything; else the system's. */
function languageOf(data: string, app: ShellHost['app']): string {
  const system = app.getPreferredSystemLanguages()[0] ?? app.getLocale()
  try {
    const file = z
      .object({ settings: settingsSchema })
      .parse(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8')))
    return languageFor(file.settings.language, system)
  } catch {
    return system
  }
}

function stop(host: ShellHost, words: { readonly title: string; readonly text: string }, code: number): void {
  host.dialog.showErrorBox(words.title, words.text)
  host.app.exit(code)
}
