import { join } from 'node:path'
import { AppFailure } from '../../shared/errors.ts'
import { type Language, languageFor } from '../../shared/language.ts'
import { createApp } from '../app.ts'
import { storageFailure } from '../data-folder.ts'
import { createFaultWatch } from '../faults.ts'
import { createLogFile } from '../log-file.ts'
import { Outgoing } from '../media/outgoing.ts'
import { type OpenFolder, openDataFolder } from '../moving/open-data-folder.ts'
import type { Log } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { AppWindow } from './app-window.ts'
import { prepare } from './before-ready.ts'
import { createElectronPlatform } from './electron-platform.ts'
import { createFileExports, dragIcon } from './file-exports.ts'
import { createFolders } from './folders.ts'
import { clearPasted, handleIpc } from './ipc.ts'
import type { Launch } from './launch.ts'
import { applicationMenu } from './menu.ts'
import { createNotifier } from './notifier.ts'
import { closeAll, closeBeforeQuit } from './orderly-quit.ts'
import { createPageEvents } from './page-events.ts'
import { watchPage } from './page-watch.ts'
import { handleProtocols } from './protocols.ts'
import { refuseCertificates, secureSession } from './session-security.ts'
import { openSettingsStore } from './settings-store.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { dataRefused, leavingQuestion, openElsewhere } from './start-words.ts'

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
    stop(host, dataRefused(localeOf(app), storageFailure(cause, launch.data).error, launch.data), 1)
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
      stop(host, openElsewhere(localeOf(host.app), opened.taken.first), 0)
      return
    }
    log = createLogFile({ data: opened.data, clock: systemClock })
    if (first.isUnlocked) log('warn', 'electron.no_instance_lock')
    await open(host, launch, parts, opened, log, first.summons)
  } catch (cause) {
    log('error', 'electron.start_failed', { reason: String(cause) })
    stop(host, dataRefused(localeOf(host.app), cause instanceof AppFailure ? cause.error : null, launch.data), 1)
  }
}

async function open(
  host: ShellHost,
  launch: Launch,
  parts: ShellParts,
  opened: OpenFolder,
  log: Log,
  summons: Summons,
): Promise<void> {
  const { claim, data, outcome } = opened
  const { app, session } = host
  const { os, clock } = parts
  const resources = join(launch.root, 'resources')
  secureSession(session.defaultSession, async () =>
    // only macOS asks the person for each app, and Electron has this there only
    os === 'mac' ? await host.systemPreferences.askForMediaAccess('microphone') : true,
  )
  await clearPasted(data)
  const outgoing = new Outgoing(data, systemClock)
  await outgoing.clear()
  const store = openSettingsStore((options) => new host.Store(options), data, systemClock, log)

  const platform = createElectronPlatform({
    app,
    shell: host.shell,
    os,
    paths: { data, resources },
    whereabouts: { home: launch.chosen ? null : launch.data, outcome },
    secrets: parts.secrets(log),
    store,
    events: createPageEvents(() => host.BrowserWindow.getAllWindows()),
    exports: createFileExports({
      downloads: app.getPath('downloads'),
      outgoing,
      showSaveDialog: (options) => {
        const parent = appWindow.current
        return parent ? host.dialog.showSaveDialog(parent, options) : host.dialog.showSaveDialog(options)
      },
      startDrag: (file) => {
        const icon = dragIcon(host.nativeImage, file, join(resources, 'icon.png'))
        appWindow.current?.webContents.startDrag({ file, icon })
      },
    }),
    folders: createFolders((options) => {
      const parent = appWindow.current
      return parent ? host.dialog.showOpenDialog(parent, options) : host.dialog.showOpenDialog(options)
    }),
    notifier: createNotifier({
      create: (options) => (host.Notification.isSupported() ? new host.Notification(options) : null),
      setBadgeCount: (count) => app.setBadgeCount(count),
      raise: () => appWindow.show(),
    }),
    power: host.powerMonitor,
    fetch: parts.fetch(),
    log,
    environment: parts.environment,
  })
  const appWindow = new AppWindow({
    host,
    store,
    clock,
    look: () => ({
      preload: join(launch.root, 'out', 'preload', 'index.cjs'),
      icon: join(resources, 'icon.png'),
      packaged: app.isPackaged,
      dark: host.nativeTheme.shouldUseDarkColors,
      os,
    }),
    opened: (window) => guardWindow(window),
  })
  const application = await createApp(platform, { demo: launch.demo })
  const language = (): Language => languageFor(application.settings.get().language, platform.locale)
  const quit = closeBeforeQuit(app, {
    close: () => closeAll(application, () => claim.release()),
    isBusy: () => leavingQuestion(language(), application.leaving()) !== null,
    async ask() {
      const question = leavingQuestion(language(), application.leaving())
      return (
        question === null || (await appWindow.ask({ type: 'question', ...question, defaultId: 0, cancelId: 1 })) === 0
      )
    },
    stayed() {
      if (os !== 'mac' && appWindow.current === null) appWindow.show()
    },
    clock,
    log,
  })
  handleProtocols(host.protocol, join(launch.root, 'out', 'renderer'), (id) => application.findMedia(id))
  handleIpc(host.ipcMain, application, data)
  refuseCertificates(app, log)
  showMenu()
  application.settings.onChange(showMenu)

  function showMenu(): void {
    host.Menu.setApplicationMenu(host.Menu.buildFromTemplate(applicationMenu(os, language(), app.isPackaged)))
  }

  function guardWindow(window: ShellWindow): void {
    // on macOS the app outlives its window
    if (os !== 'mac') window.on('close', quit.holdWindow)
    // Windows ends the process as soon as `session-end` returns
    window.on('query-session-end', application.flush)
    window.on('session-end', () => {
      application.flush()
      quit.withoutAsking()
    })
    watchPage(window, {
      clock,
      log,
      language,
      ask: (options) => appWindow.ask(options),
      reload: () => appWindow.load(),
      quit: quit.withoutAsking,
    })
  }

  app.on('activate', () => appWindow.show())
  app.on('window-all-closed', () => {
    if (os !== 'mac') app.quit()
  })
  // without a handler Electron shows a dialog with the stack, and the message may quote a person's words
  parts.process.on(
    'uncaughtException',
    createFaultWatch({
      clock,
      log,
      tell: () => application.reportFault(),
      giveUp: quit.withoutAsking,
    }),
  )
  // the system is going down: the same way out as any other
  host.powerMonitor.on('shutdown', quit.withoutAsking)
  parts.process.on('SIGINT', quit.withoutAsking)
  parts.process.on('SIGTERM', quit.withoutAsking)
  appWindow.show()
  summons.answerWith(() => appWindow.show())
  log('info', 'electron.ready', { version: app.getVersion() })
}

/** The system's language, as nothing is known of the person's own choice before their data are open. */
function localeOf(app: ShellHost['app']): string {
  return app.getPreferredSystemLanguages()[0] ?? app.getLocale()
}

function stop(host: ShellHost, words: { readonly title: string; readonly text: string }, code: number): void {
  host.dialog.showErrorBox(words.title, words.text)
  host.app.exit(code)
}
