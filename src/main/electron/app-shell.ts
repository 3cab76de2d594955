import { join } from 'node:path'
import { type Language, languageFor } from '../../shared/language.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { createApp } from '../app.ts'
import type { App } from '../application.ts'
import { DevPage, devServerOf } from '../dev-page.ts'
import { createFaultWatch } from '../faults.ts'
import { Outgoing } from '../media/outgoing.ts'
import type { Log } from '../platform.ts'
import type { OpenFolder } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { AppWindow } from './app-window.ts'
import { contextMenu } from './context-menu.ts'
import { dialogWords } from './dialog-words.ts'
import { clearPasted, handleIpc } from './ipc.ts'
import type { Launch } from './launch.ts'
import { backgroundOf } from './main-window.ts'
import { applicationMenu } from './menu.ts'
import { closeAll, closeBeforeQuit, type OrderlyQuit } from './orderly-quit.ts'
import { createPageEvents } from './page-events.ts'
import { watchPage } from './page-watch.ts'
import { handleProtocols } from './protocols.ts'
import { refuseCertificates, secureSession } from './session-security.ts'
import { openSettingsStore } from './settings-store.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { createShellPlatform } from './shell-platform.ts'
import { runSmokeTest } from './smoke-test.ts'
import { applySpelling } from './spelling.ts'
import { leavingQuestion } from './start-words.ts'
import { withProgress } from './task-progress.ts'

/** Composes the application on a claimed data folder and opens its window. */
export async function openShell(
  host: ShellHost,
  launch: Launch,
  parts: ShellParts,
  opened: OpenFolder,
  log: Log,
): Promise<AppWindow> {
  const { app } = host
  const { os, clock } = parts
  const { data, claim } = opened
  const session = host.session.defaultSession
  const devServer = devServerOf(app.isPackaged, parts.environment)
  const dev = devServer === null ? undefined : new DevPage(devServer, 'electron')
  // only macOS asks the person for each app; Electron has no such call elsewhere
  const askForMicrophone = async (): Promise<boolean> =>
    os === 'mac' ? await host.systemPreferences.askForMediaAccess('microphone') : true
  secureSession(session, askForMicrophone, dev?.socket)
  await clearPasted(data)
  const outgoing = new Outgoing(data, systemClock)
  await outgoing.clear()
  const store = openSettingsStore((options) => new host.Store(options), data, systemClock, log)

  let bar = -1
  const appWindow = new AppWindow({
    host,
    store,
    clock,
    look: () => ({
      preload: join(launch.root, 'out', 'preload', 'index.cjs'),
      icon: join(launch.root, 'resources', 'icon.png'),
      packaged: app.isPackaged,
      dark: host.nativeTheme.shouldUseDarkColors,
      os,
    }),
    opened(window) {
      window.setProgressBar(bar)
      guardWindow(window)
    },
    mayOpen: () => !quit.isEnding(),
  })
  const events = withProgress(
    createPageEvents(() => host.BrowserWindow.getAllWindows()),
    os,
    (value) => {
      bar = value
      appWindow.current?.setProgressBar(value)
    },
  )
  const platform = createShellPlatform({
    ...{ host, launch, parts, opened, store, outgoing, events, appWindow, log },
    language: () => language(),
  })
  const application = await createApp(platform, { demo: launch.demo })
  const language = (): Language => languageFor(application.settings.get().language, platform.locale)
  const quit = quitOf(application)

  handleProtocols(host.protocol, join(launch.root, 'out', 'renderer'), (id) => application.findMedia(id), dev)
  handleIpc(host.ipcMain, application, data)
  refuseCertificates(app, log)
  applySettings()
  application.settings.onChange(applySettings)
  host.nativeTheme.on('updated', () => {
    appWindow.current?.setBackgroundColor(backgroundOf(host.nativeTheme.shouldUseDarkColors))
  })
  app.on('activate', () => appWindow.show())
  app.on('window-all-closed', () => {
    if (os !== 'mac' && !quit.isEnding()) app.quit()
  })
  // without a handler Electron shows a dialog with the stack, and its message may quote the person's text
  parts.process.on(
    'uncaughtException',
    createFaultWatch({ clock, log, tell: () => application.reportFault(), giveUp: quit.withoutAsking }),
  )
  host.powerMonitor.on('shutdown', (event) => {
    // macOS and Linux wait for an app that asks for time
    event?.preventDefault()
    application.flush()
    quit.withoutAsking()
  })
  parts.process.on('SIGINT', quit.withoutAsking)
  parts.process.on('SIGTERM', quit.withoutAsking)
  appWindow.show()
  if (launch.smokeReport !== undefined) {
    void runSmokeTest({
      file: launch.smokeReport,
      about: { app: app.getVersion(), packaged: String(app.isPackaged), ...versionsOf(process) },
      surroundings: { ...platform, call: application.call, isWindowVisible, evaluate },
      clock: systemClock,
      restart: platform.restart,
      end: quit.withoutAsking,
    })
  }
  return appWindow

  function isWindowVisible(): boolean {
    return appWindow.current?.isVisible() ?? false
  }

  async function evaluate(code: string): Promise<unknown> {
    return await appWindow.current?.webContents.executeJavaScript(code)
  }

  function quitOf({ leaving, close }: App): OrderlyQuit {
    const question = () => leavingQuestion(language(), leaving())
    return closeBeforeQuit(app, {
      closeWindows: () => appWindow.close(),
      close: () => closeAll({ close }, () => claim.release()),
      isBusy: () => question() !== null,
      async ask() {
        const asked = question()
        return asked === null || (await appWindow.ask({ type: 'question', ...asked, defaultId: 0, cancelId: 1 })) === 0
      },
      stayed() {
        if (os !== 'mac' && appWindow.current === null) appWindow.show()
      },
      clock,
      log,
    })
  }

  /** Applies language, theme and spelling to the shell, now and after each change of settings. */
  function applySettings(): void {
    const { theme, spellCheck } = application.settings.get()
    host.nativeTheme.themeSource = theme
    applySpelling(session, { os, wanted: spellCheck, languages: app.getPreferredSystemLanguages() })
    const menu = applicationMenu({ os, language: language(), packaged: app.isPackaged, run: runCommand })
    host.Menu.setApplicationMenu(host.Menu.buildFromTemplate(menu))
  }

  function runCommand(command: MenuCommand): void {
    const send = (): void => platform.events.emit('app.command', { command })
    const opened = appWindow.show()
    // an open page already listens (renderer/shell/menu-commands.ts)
    if (opened === null) send()
    else opened.webContents.once('did-finish-load', send)
  }

  function guardWindow(window: ShellWindow): void {
    // on macOS the app keeps running without a window
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
    offerContextMenu(window)
  }

  function offerContextMenu({ webContents }: ShellWindow): void {
    webContents.on('context-menu', (_event, place) => {
      const template = contextMenu(place, language(), {
        replaceMisspelling: (word) => webContents.replaceMisspelling(word),
        addToDictionary: (word) => void session.addWordToSpellCheckerDictionary(word),
        copyLink: (url) => void host.clipboard.writeText(url),
        copyPicture: (x, y) => webContents.copyImageAt(x, y),
        savePicture: (mediaId) => void savePicture(mediaId),
      })
      if (template.length === 0) return
      const menu = host.Menu.buildFromTemplate(template)
      // at the pointer, unless a key opened the menu
      if (place.menuSourceType === 'keyboard') menu.popup({ x: place.x, y: place.y })
      else menu.popup()
    })
  }

  async function savePicture(mediaId: string): Promise<void> {
    const { picture, notSaved } = dialogWords(language())
    const saved = await application.call('media.save', { mediaId, name: picture })
    if (!saved.ok) await appWindow.ask({ type: 'error', message: notSaved, detail: saved.error.detail })
  }
}

/** Environment of a smoke test. */
function versionsOf({ platform, arch, versions }: typeof process): Readonly<Record<string, string>> {
  const { electron = 'none', chrome = 'none', node } = versions
  return { platform, arch, electron, chrome, node }
}
