import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Language, languageFor } from '../../shared/language.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { chordsFor } from '../../shared/shortcut.ts'
import { createApp } from '../app.ts'
import type { App } from '../application.ts'
import { DevPage, devServerOf } from '../dev-page.ts'
import { createFaultWatch } from '../faults.ts'
import { Outgoing } from '../media/outgoing.ts'
import type { Log } from '../platform.ts'
import type { OpenFolder } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { AppMenus } from './app-menus.ts'
import { AppWindow } from './app-window.ts'
import { ContextMenus } from './context-menus.ts'
import { clearPasted, handleIpc } from './ipc.ts'
import { type Launch, wordsOfRestart } from './launch.ts'
import { LoginStart, wantsHidden } from './login-start.ts'
import { backgroundOf } from './main-window.ts'
import { closeAll, closeBeforeQuit, type OrderlyQuit } from './orderly-quit.ts'
import { createPageEvents } from './page-events.ts'
import { watchPage } from './page-watch.ts'
import { handleProtocols } from './protocols.ts'
import { QuickWindow } from './quick-window.ts'
import { PendingRelaunch } from './relaunch.ts'
import { refuseCertificates, secureSession } from './session-security.ts'
import { openSettingsStore } from './settings-store.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { createShellPlatform } from './shell-platform.ts'
import { runSmokeTest, versionsOf } from './smoke-test.ts'
import { applySpelling } from './spelling.ts'
import { leavingQuestion } from './start-words.ts'
import { withProgress } from './task-progress.ts'
import { AppTray } from './tray.ts'

export interface OpenedShell {
  readonly application: App
  readonly appWindow: AppWindow
  readonly run: (command: MenuCommand) => void
}

/** Composes the application on a claimed data folder and opens its window. */
export async function openShell(
  host: ShellHost,
  launch: Launch,
  parts: ShellParts,
  opened: OpenFolder,
  log: Log,
): Promise<OpenedShell> {
  const { app } = host
  const { os, clock } = parts
  const { data, claim } = opened
  const session = host.session.defaultSession
  const devServer = devServerOf(app.isPackaged, parts.environment)
  const dev = devServer === null ? undefined : new DevPage(devServer, 'electron')
  // only macOS asks the user for each app; Electron has no such call elsewhere
  const askForMicrophone = async (): Promise<boolean> =>
    os === 'mac' ? await host.systemPreferences.askForMediaAccess('microphone') : true
  secureSession(session, askForMicrophone, dev?.socket)
  clearPasted(data)
  const outgoing = new Outgoing(data, systemClock)
  outgoing.clear()
  const store = openSettingsStore((options) => new host.Store(options), data, systemClock, log)

  let bar = -1
  const look = () => ({
    preload: join(launch.root, 'out', 'preload', 'index.cjs'),
    icon: join(launch.root, 'resources', 'icon.png'),
    packaged: app.isPackaged,
    dark: host.nativeTheme.shouldUseDarkColors,
    os,
  })
  const appWindow = new AppWindow({
    ...{ host, store, clock, windowLook: look },
    opened(window) {
      window.setProgressBar(bar)
      window.setAlwaysOnTop(application.settings.get().alwaysOnTop)
      guardWindow(window)
      // hidden, it would keep the app running without a window
      if (os !== 'mac') window.once('closed', () => quick.closeWindow())
    },
    mayOpen: () => !quit.isEnding(),
  })
  const toPages = createPageEvents(() => host.BrowserWindow.getAllWindows())
  const events = withProgress(
    {
      emit(name, payload) {
        toPages.emit(name, payload)
        tray.handleEvent(name)
        appMenus.handleEvent(name)
      },
    },
    os,
    (value) => {
      bar = value
      appWindow.current?.setProgressBar(value)
    },
  )
  const menus = new ContextMenus({
    host,
    isMac: os === 'mac',
    language: () => language(),
    addToDictionary: (word) => void session.addWordToSpellCheckerDictionary(word),
    call: (name, input) => application.call(name, input),
    ask: (options) => appWindow.askUser(options),
  })
  const quick: QuickWindow = new QuickWindow({
    ...{ host, windowLook: look, clock, log },
    mayOpen: () => !quit.isEnding(),
    opened(window) {
      watchPage(window, {
        ...{ clock, log, language },
        ask: (options) => appWindow.askUser(options),
        reload: () => quick.load(),
        quit: quit.withoutAsking,
      })
      menus.offer(window)
    },
    raise(tell) {
      tellPage(tell)
      return 'main'
    },
    onShortcutState: (state) => toPages.emit('quick.shortcutChanged', { state }),
  })
  const tray: AppTray = new AppTray({
    ...{ host, os, clock, log, resources: join(launch.root, 'resources') },
    language: () => language(),
    leaving: () => application.leaving(),
    show: () => void appWindow.show(),
    beginChat: () => runCommand('newChat'),
    askQuickly: quick.show,
    isPaused: () => application.settings.get().queuesPaused,
    setPaused: (queuesPaused) => void application.settings.updateSettings({ queuesPaused }),
    quit: () => app.quit(),
  })
  const appMenus = new AppMenus({
    ...{ host, os, clock, log, run: runCommand, program: launch.chosen ? null : process.execPath },
    language: () => language(),
    settings: () => application.settings.get(),
    recent: () => application.recentChats(),
    follow(link) {
      application.arrivals.addLink(link)
      appWindow.show()
    },
  })
  const loginStart = new LoginStart({
    ...{ app, os, log, environment: parts.environment, home: homedir(), program: process.execPath },
    data: launch.chosen ? launch.data : null,
  })
  const relaunch = new PendingRelaunch({
    ...{ relaunch: (options) => app.relaunch(options), environment: parts.environment, pid: process.pid },
    words: wordsOfRestart(parts.words, app.isPackaged),
  })
  const restart = (): void => {
    relaunch.want()
    // in a later turn, so that the requesting call is answered first
    setImmediate(() => app.quit())
  }
  const updater = parts.updater({
    ...{ clock: systemClock, fetch: parts.fetch(), log, version: app.getVersion(), isPackaged: app.isPackaged },
    keys: join(launch.root, 'resources'),
    relaunch: restart,
    quit: () => app.quit(),
  })
  const platform = createShellPlatform({
    ...{
      host,
      launch,
      parts,
      opened,
      store,
      outgoing,
      events,
      appWindow,
      quick,
      log,
      updater,
      restart,
      contextMenu: menus,
    },
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
    const background = backgroundOf(host.nativeTheme.shouldUseDarkColors)
    appWindow.current?.setBackgroundColor(background)
    quick.setBackground(background)
  })
  app.on('activate', () => appWindow.show())
  app.on('window-all-closed', () => {
    if (os !== 'mac' && !quit.isEnding()) app.quit()
  })
  // without a handler Electron shows a dialog with the stack, and its message may quote the user's text
  parts.process.on(
    'uncaughtException',
    createFaultWatch({ clock, log, tell: () => application.reportFault(), giveUp: quit.withoutAsking }),
  )
  host.powerMonitor.on('shutdown', (event) => {
    // macOS and Linux wait for an app that requests more time
    event?.preventDefault()
    application.flush()
    quit.withoutAsking()
  })
  parts.process.on('SIGINT', quit.withoutAsking)
  parts.process.on('SIGTERM', quit.withoutAsking)
  // the command opens the window, and waits for its page
  if (launch.command === 'newChat') runCommand('newChat')
  else if (!startsHidden()) appWindow.show()
  if (launch.command === 'quick') quick.show()
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
  return { application, appWindow, run: runCommand }

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
      closed(isWhole) {
        if (isWhole) updater?.atEnd()
        relaunch.atEnd()
      },
      isBusy: () => question() !== null,
      async ask() {
        const asked = question()
        return (
          asked === null || (await appWindow.askUser({ type: 'question', ...asked, defaultId: 0, cancelId: 1 })) === 0
        )
      },
      stayed() {
        relaunch.drop()
        application.stayed()
        if (os !== 'mac' && appWindow.current === null) appWindow.show()
      },
      clock,
      log,
    })
  }

  /** Returns true if this start at login shows no window; the tray icon opens it. */
  function startsHidden(): boolean {
    const atLogin = launch.hidden === true || (os === 'mac' && app.getLoginItemSettings().wasOpenedAtLogin)
    return atLogin && wantsHidden(application.settings.get()) && tray.isThere
  }

  /** Returns true if closing the window only hides it: running work continues, and the tray icon brings it back. */
  function hidesInTray(): boolean {
    const { closeToTray } = application.settings.get()
    return closeToTray && tray.isThere && !quit.isEnding()
  }

  /** Applies language, theme and spelling to the shell, now and after each change of settings. */
  function applySettings(): void {
    const settings = application.settings.get()
    const { alwaysOnTop, shortcuts, spellCheck, theme, tray: wantsTray } = settings
    host.nativeTheme.themeSource = theme
    applySpelling(session, { os, wanted: spellCheck, languages: app.getPreferredSystemLanguages() })
    appMenus.passMenus()
    appWindow.current?.setAlwaysOnTop(alwaysOnTop)
    tray.showIcon(wantsTray)
    loginStart.applyWish(settings)
    quick.registerChord(chordsFor('quick', shortcuts)[0])
  }

  function runCommand(command: MenuCommand): void {
    if (command === 'quick') quick.show()
    else tellPage(() => platform.events.emit('app.command', { command }))
  }

  /** Shows the main window and runs `send` once its page listens. */
  function tellPage(send: () => void): void {
    const opened = appWindow.show()
    // an open page already listens (renderer/shell/menu-commands.ts)
    if (opened === null) send()
    else opened.webContents.once('did-finish-load', send)
  }

  function guardWindow(window: ShellWindow): void {
    window.on('close', (event) => {
      if (hidesInTray()) {
        event.preventDefault()
        window.hide()
      } else if (os !== 'mac') {
        // on macOS the app keeps running without a window
        quit.holdWindow(event)
      }
    })
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
      ask: (options) => appWindow.askUser(options),
      reload: () => appWindow.load(),
      quit: quit.withoutAsking,
    })
    menus.offer(window)
  }
}
