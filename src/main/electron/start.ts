import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { languageFor } from '../../shared/language.ts'
import { settingsSchema } from '../../shared/settings.ts'
import { storageFailure } from '../data-folder.ts'
import { isSharedFolder } from '../folder-copies/moved-files.ts'
import { createLogFile } from '../log-file.ts'
import type { Log } from '../platform.ts'
import { sharedFolderWords } from '../services/relocation/folder-words.ts'
import { openDataFolder } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { openShell } from './app-shell.ts'
import { prepare } from './before-ready.ts'
import type { Launch } from './launch.ts'
import { registerLinks } from './link-registration.ts'
import type { ShellHost } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { noteCommand, type StartCommand } from './start-command.ts'
import { dataRefused, openElsewhere } from './start-words.ts'
import { EarlyArrivals, noteWords } from './system-arrivals.ts'

/** State of the shell before Electron is ready. */
export interface Beginning {
  /**
   * Runs after ready: claims the data, composes the application, opens the window. Never rejects: a failure is shown
   * and ends the app.
   */
  start(): Promise<void>
}

/**
 * Runs before ready; synchronous, see before-ready.ts. Returns null when nothing remains to do: another Electron shell
 * shows itself, or the user was informed that the data folder cannot be created.
 */
export function beginLaunch(host: ShellHost, launch: Launch, parts: ShellParts): Beginning | null {
  const { app, protocol, shell } = host
  const { os } = parts
  // fails on a system without a browser; the page has already shown the address
  const openExternal = (url: string) => void shell.openExternal(url).catch(() => undefined)
  try {
    // immediately: macOS reports a link or file before ready, and only to existing listeners
    const arrivals = new EarlyArrivals()
    const summons = new Summons()
    const come = (event: { preventDefault(): void }, what: string): void => {
      event.preventDefault()
      arrivals.come([what])
      summons.come(null)
    }
    app.on('open-url', come)
    app.on('open-file', come)
    const given = launch.arrivals ?? []
    const note = { arrivals: given, ...(launch.command === undefined ? {} : { command: launch.command }) }
    // before anything is written there
    const isShared = launch.chosen && isSharedFolder(launch.data)
    const place = prepare({ app, protocol, openExternal, os, note }, launch.data)
    if (place === 'held') return null
    arrivals.come(given)
    app.on('second-instance', (_event, _words, _folder, note) => {
      arrivals.come(noteWords(note))
      summons.come(noteCommand(note))
    })
    return {
      start: () => start(host, launch, parts, { summons, arrivals, isShared, isUnlocked: place === 'unlocked' }),
    }
  } catch (cause) {
    stop(host, dataRefused(languageOf(launch.data, app), storageFailure(cause, launch.data).error, launch.data), 1)
    return null
  }
}

/** Collects the requests of further starts, even before there is a window: a command, or null for just the window. */
class Summons {
  private early: (StartCommand | null)[] = []
  private answer: ((command: StartCommand | null) => void) | null = null

  readonly come = (command: StartCommand | null): void => {
    if (this.answer === null) this.early = [command]
    else this.answer(command)
  }

  /** Sets the function that handles requests, and runs it for the newest earlier request. */
  answerWith(answer: (command: StartCommand | null) => void): void {
    this.answer = answer
    for (const command of this.early) answer(command)
  }
}

interface FirstSeconds {
  readonly summons: Summons
  readonly arrivals: EarlyArrivals
  /** True if the data folder is new to Atelier and holds other files. */
  readonly isShared: boolean
  /** True if further starts cannot reach this process. */
  readonly isUnlocked: boolean
}

async function start(host: ShellHost, launch: Launch, parts: ShellParts, first: FirstSeconds): Promise<void> {
  let log = createLogFile({ data: launch.data, clock: systemClock })
  const { data: folder, chosen } = launch
  try {
    if (first.isShared && !(await agrees(host, folder))) return host.app.exit(0)
    const opened = await openDataFolder({ folder, chosen, shell: 'electron', clock: systemClock })
    if ('taken' in opened) {
      stop(host, openElsewhere(languageOf(opened.data, host.app), opened.taken.first), 0)
      return
    }
    log = createLogFile({ data: opened.data, clock: systemClock })
    if (first.isUnlocked) log('warn', 'electron.no_instance_lock')
    const { application, appWindow, run } = await openShell(host, launch, parts, opened, log)
    first.arrivals.answerWith(application.arrivals)
    registerShellLinks(host, parts, log)
    first.summons.answerWith((command) => {
      if (command === null) appWindow.show()
      else run(command)
    })
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

/** Resolves to true if the user accepts Atelier's files in a folder with other files. */
async function agrees(host: ShellHost, folder: string): Promise<boolean> {
  const locale = languageOf(folder, host.app)
  const buttons = locale.toLowerCase().startsWith('zh') ? ['继续', '退出'] : ['Continue', 'Quit']
  const question = { ...sharedFolderWords(locale, folder), buttons, defaultId: 0, cancelId: 1 }
  return (await host.dialog.showMessageBox(question)).response === 0
}

/** Registers Atelier's links. Without it, they still work when opened within Atelier. */
function registerShellLinks({ app }: ShellHost, { environment, os, run }: ShellParts, log: Log): void {
  try {
    registerLinks({ app, os, environment, home: homedir(), program: process.execPath, run })
  } catch (cause) {
    log('warn', 'electron.links_not_registered', { reason: String(cause) })
  }
}

/** Returns the user's language, read from the settings without opening the data; else the system's. */
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
