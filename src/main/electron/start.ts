import { join } from 'node:path'
import { AppFailure } from '../../shared/errors.ts'
import { createApp } from '../app.ts'
import { storageFailure } from '../data-folder.ts'
import { createFaultWatch } from '../faults.ts'
import { createLogFile } from '../log-file.ts'
import { Outgoing } from '../media/outgoing.ts'
import { type OpenFolder, openDataFolder } from '../moving/open-data-folder.ts'
import type { Log } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { prepare } from './before-ready.ts'
import { createElectronPlatform } from './electron-platform.ts'
import { createFileExports, dragIcon } from './file-exports.ts'
import { createFolders } from './folders.ts'
import { clearPasted, handleIpc } from './ipc.ts'
import type { Launch } from './launch.ts'
import { openWindow } from './main-window.ts'
import { applicationMenu } from './menu.ts'
import { createNotifier } from './notifier.ts'
import { closeAll, closeBeforeQuit } from './orderly-quit.ts'
import { createPageEvents } from './page-events.ts'
import { handleProtocols } from './protocols.ts'
import { secureSession } from './session-security.ts'
import { openSettingsStore } from './settings-store.ts'
import type { ShellHost } from './shell-host.ts'
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
  // a system without a browser refuses; the page has shown the address, and there is nobody else to tell
  const openExternal = (url: string) => void shell.openExternal(url).catch(() => undefined)
  try {
    return prepare({ app, protocol, openExternal }, launch.data) ? { start: () => start(host, launch, parts) } : null
  } catch (cause) {
    stop(host, dataRefused(app.getLocale(), storageFailure(cause, launch.data).error, launch.data), 1)
    return null
  }
}

async function start(host: ShellHost, launch: Launch, parts: ShellParts): Promise<void> {
  let log = createLogFile({ data: launch.data, clock: systemClock })
  const { data: folder, chosen } = launch
  try {
    const opened = await openDataFolder({ folder, chosen, shell: 'electron', clock: systemClock })
    if ('taken' in opened) {
      stop(host, openElsewhere(host.app.getLocale(), opened.taken.first), 0)
      return
    }
    log = createLogFile({ data: opened.data, clock: systemClock })
    await open(host, launch, parts, opened, log)
  } catch (cause) {
    log('error', 'electron.start_failed', { reason: String(cause) })
    stop(host, dataRefused(host.app.getLocale(), cause instanceof AppFailure ? cause.error : null, launch.data), 1)
  }
}

async function open(host: ShellHost, launch: Launch, parts: ShellParts, opened: OpenFolder, log: Log): Promise<void> {
  const { claim, data, outcome } = opened
  const { app, session, BrowserWindow } = host
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
    events: createPageEvents(() => BrowserWindow.getAllWindows()),
    exports: createFileExports({
      downloads: app.getPath('downloads'),
      outgoing,
      showSaveDialog: (options) => {
        const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
        return window ? host.dialog.showSaveDialog(window, options) : host.dialog.showSaveDialog(options)
      },
      startDrag: (file) => {
        const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
        window?.webContents.startDrag({ file, icon: dragIcon(host.nativeImage, file, join(resources, 'icon.png')) })
      },
    }),
    folders: createFolders((options) => {
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
      return window ? host.dialog.showOpenDialog(window, options) : host.dialog.showOpenDialog(options)
    }),
    notifier: createNotifier({
      create: (options) => (host.Notification.isSupported() ? new host.Notification(options) : null),
      setBadgeCount: (count) => app.setBadgeCount(count),
      raise: () => showWindow(),
    }),
    power: host.powerMonitor,
    fetch: parts.fetch(),
    log,
    environment: parts.environment,
  })
  const application = await createApp(platform, { demo: launch.demo })
  const quit = closeBeforeQuit(app, {
    close: () => closeAll(application, () => claim.release()),
    mayQuit: async () => {
      const question = leavingQuestion(platform.locale, application.leaving())
      if (question === null) return true
      const { response } = await host.dialog.showMessageBox({
        type: 'question',
        ...question,
        defaultId: 0,
        cancelId: 1,
      })
      return response === 0
    },
    clock,
    log,
  })
  handleProtocols(host.protocol, join(launch.root, 'out', 'renderer'), (id) => application.findMedia(id))
  handleIpc(host.ipcMain, application, data)
  host.Menu.setApplicationMenu(host.Menu.buildFromTemplate(applicationMenu(os, platform.locale, app.isPackaged)))

  function showWindow(): void {
    const [existing] = BrowserWindow.getAllWindows()
    if (existing !== undefined) {
      if (existing.isMinimized()) existing.restore()
      existing.show()
      existing.focus()
      return
    }
    const look = {
      preload: join(launch.root, 'out', 'preload', 'index.cjs'),
      icon: join(resources, 'icon.png'),
      packaged: app.isPackaged,
      dark: host.nativeTheme.shouldUseDarkColors,
      os,
    } as const
    const workAreas = host.screen.getAllDisplays().map((display) => display.workArea)
    openWindow((options) => new BrowserWindow(options), look, workAreas, store, clock)
  }

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (os !== 'mac') app.quit()
  })
  app.on('render-process-gone', (_event, contents, details) => {
    log('error', 'page.gone', { reason: details.reason })
    // once a second at most, so that a page that cannot live does not burn the computer
    clock.after(1000, () => {
      if (!contents.isDestroyed()) contents.reload()
    })
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
  showWindow()
  log('info', 'electron.ready', { version: app.getVersion() })
}

function stop(host: ShellHost, words: { readonly title: string; readonly text: string }, code: number): void {
  host.dialog.showErrorBox(words.title, words.text)
  host.app.exit(code)
}
