import { lstatSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { JumpListCategory, JumpListItem, JumpListSettings, LoginItemSettings, Settings } from 'electron'
import type { ShellApp, ShellMenu, ShellSession } from '../../src/main/electron/shell-host.ts'
import { ElectronEmitter, ElectronEvent } from './electron-event.ts'
import { ElectronMenu } from './electron-menu.ts'
import type { ElectronWindow } from './electron-window.ts'

/** A computer shared by several starts of the app: records which process holds Chromium's lock of a folder. */
export class Computer {
  readonly locks = new Map<string, ElectronApp>()
  /** Whether the disk refuses symbolic links, as exFAT does; Chromium's lock is one. */
  refusesLinks = false
}

/** `app.dock` (shell/browser/api/electron_api_app.cc, `DockSetMenu`). */
export class ElectronDock {
  menu: ElectronMenu | null = null

  setMenu(menu: ShellMenu): void {
    this.menu = menu instanceof ElectronMenu ? menu : null
  }
}

/**
 * `app`, with the order of events of shell/browser/browser.cc (`Quit`, `ExitWithCode`, `OnWindowAllClosed`,
 * `NotifyAndShutdown`) and shell/browser/api/electron_api_app.cc (`RequestSingleInstanceLock`,
 * `NotificationCallbackWrapper`).
 */
export class ElectronApp extends ElectronEmitter implements ShellApp {
  /** Result of code in a page; set by the test. */
  runInPage: (code: string) => Promise<unknown> = () => Promise.reject(new Error('there is no page'))
  readonly isPackaged = true
  readonly windows: ElectronWindow[] = []
  /** The app's events and its end, in order. */
  readonly history: string[] = []
  readonly paths = new Map<string, string>()
  exitCode: number | null = null
  badge = 0
  languages = ['en-GB']
  appUserModelId: string | null = null
  #isReady = false
  #isQuitting = false
  #isExiting = false
  readonly #computer: Computer
  readonly #session: ShellSession

  constructor(computer: Computer, session: ShellSession, home: string) {
    super()
    this.#computer = computer
    this.#session = session
    this.paths.set('downloads', join(home, 'Downloads'))
  }

  /** True if the process has ended. */
  get isOver(): boolean {
    return this.exitCode !== null
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isQuitting(): boolean {
    return this.#isQuitting
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  getVersion(): string {
    return '1.2.3'
  }

  /** Empty before ready (docs/api/app.md). */
  getLocale(): string {
    return this.#isReady ? (this.languages[0] ?? '') : ''
  }

  getPreferredSystemLanguages(): string[] {
    return this.languages
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? ''
  }

  /** Refuses a missing folder (`App::SetPath`). */
  setPath(name: string, path: string): void {
    statSync(path)
    this.paths.set(name, path)
  }

  setAppUserModelId(id: string): void {
    this.history.push('app user model id')
    this.appUserModelId = id
  }

  readonly protocolClients: string[] = []

  setAsDefaultProtocolClient(...words: unknown[]): boolean {
    this.protocolClients.push(words.flat().join(' '))
    return true
  }

  /** What the system was asked to start at login, newest last. */
  readonly loginItems: Settings[] = []
  /** Whether the system started the app at login (macOS alone tells). */
  wasOpenedAtLogin = false

  setLoginItemSettings(settings: Settings): void {
    this.loginItems.push(settings)
  }

  getLoginItemSettings(): LoginItemSettings {
    const openAtLogin = this.loginItems.at(-1)?.openAtLogin ?? false
    const status = openAtLogin ? 'enabled' : 'not-registered'
    const { wasOpenedAtLogin } = this
    return { openAtLogin, wasOpenedAtLogin, status, executableWillLaunchAtLogin: openAtLogin, launchItems: [] }
  }

  /** `app.dock`, which only macOS has (docs/api/app.md). Set by the test. */
  dock: ElectronDock | undefined = undefined
  /** The lists of the taskbar that were set, newest last. */
  readonly jumpLists: JumpListCategory[][] = []
  /** Items that the user took off the list of the taskbar. */
  removedItems: JumpListItem[] = []

  getJumpListSettings(): JumpListSettings {
    return { minItems: 10, removedItems: this.removedItems }
  }

  /** A category with an item that was taken off is left out (electron_api_app.cc, `SetJumpList`). */
  setJumpList(categories: JumpListCategory[] | null): ReturnType<ShellApp['setJumpList']> {
    const removed = new Set(this.removedItems.map(({ args }) => args))
    this.removedItems = []
    const isRefused = ({ items = [], type }: JumpListCategory) =>
      type === 'custom' && items.some(({ args }) => removed.has(args))
    const given = categories ?? []
    this.jumpLists.push(given.filter((category) => !isRefused(category)))
    return given.some(isRefused) ? 'customCategoryAccessDeniedError' : 'ok'
  }

  setBadgeCount(count = 0): boolean {
    this.badge = count
    return true
  }

  /** Arguments of the start that a relaunch asked for; null where it repeats those of this one. */
  relaunchArgs: readonly string[] | null = null

  relaunch(options?: { readonly args?: readonly string[] }): void {
    this.history.push('relaunch')
    this.relaunchArgs = options?.args ?? null
  }

  /** False when another process holds the lock and is notified, and when the lock cannot be created. */
  requestSingleInstanceLock(note: object = {}): boolean {
    const folder = this.getPath('userData')
    const holder = this.#computer.locks.get(folder)
    if (holder !== undefined && !holder.isOver) {
      holder.hearSecondStart(structuredClone(note))
      return false
    }
    if (this.#computer.refusesLinks) return false
    const link = join(folder, 'SingletonLock')
    const there = lstatSync(link, { throwIfNoEntry: false }) !== undefined
    // a link that names another computer is left alone; that of a dead process is replaced (Chromium's
    // ProcessSingleton)
    if (there && !readlinkSync(link).startsWith(`${hostname()}-`)) return false
    rmSync(link, { force: true })
    symlinkSync(`${hostname()}-${process.pid}`, link)
    this.#computer.locks.set(folder, this)
    return true
  }

  /** `whenReady` resolves before `ready` is emitted, and always in a later turn. */
  async becomeReady(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#isReady = true
    this.history.push('ready')
    // without an event object before it (electron_api_session.cc, `FromOrCreate`)
    this.emit('session-created', this.#session)
  }

  /** Opens a link or a file (macOS), also before ready (shell/browser/browser_mac.mm, `OpenURL`, `OpenFile`). */
  openFromSystem(event: 'open-url' | 'open-file', what: string): boolean {
    return this.tell(event, what)
  }

  hearSecondStart(note: object): void {
    if (this.#isReady) this.#tellSecondStart(note)
    // posted, without waiting for ready
    else setImmediate(() => this.#tellSecondStart(note))
  }

  #tellSecondStart(note: object): void {
    if (this.isOver) return
    this.history.push('second-instance')
    this.tell('second-instance', [], '/', note)
  }

  quit(): void {
    if (this.#isQuitting || this.isOver) return
    this.history.push('before-quit')
    this.#isQuitting = !this.tell('before-quit')
    if (!this.#isQuitting) return
    if (this.windows.length === 0) this.#notifyAndShutDown()
    else for (const window of [...this.windows]) window.close()
  }

  exit(code = 0): void {
    if (this.isOver) return
    this.#isQuitting = true
    this.#isExiting = true
    this.#code = code
    if (this.windows.length === 0) this.#shutDown()
    else for (const window of [...this.windows]) window.destroy()
  }

  #code = 0

  /** Ends the process as the system does; none of its code runs afterwards. */
  terminate(): void {
    if (this.isOver) return
    this.history.push('terminated')
    this.exitCode = 0
  }

  /** Clicks the dock's icon (macOS). */
  activate(): void {
    this.tell('activate', this.windows.length > 0)
  }

  /**
   * Simulates a server's request for a certificate (`App::SelectClientCertificate`); `answer` receives the one to send,
   * or none.
   */
  askForCertificate(answer: (certificate?: unknown) => void): ElectronEvent {
    const event = new ElectronEvent()
    this.emit('select-client-certificate', event, null, 'gateway.example:443', [{ subjectName: 'a person' }], answer)
    return event
  }

  windowMade(window: ElectronWindow): void {
    this.windows.push(window)
    // the window's webContents announces itself first (lib/browser/api/web-contents.ts, `_init`)
    this.emit('web-contents-created', new Event('web-contents-created'), window.webContents)
  }

  windowCloseCancelled(): void {
    this.#isQuitting = false
  }

  windowGone(window: ElectronWindow): void {
    const at = this.windows.indexOf(window)
    if (at >= 0) this.windows.splice(at, 1)
    if (this.windows.length > 0 || this.isOver) return
    if (this.#isExiting) this.#shutDown()
    else if (this.#isQuitting) this.#notifyAndShutDown()
    else {
      this.history.push('window-all-closed')
      this.emit('window-all-closed')
    }
  }

  #notifyAndShutDown(): void {
    this.history.push('will-quit')
    if (this.tell('will-quit')) {
      this.#isQuitting = false
      return
    }
    this.#shutDown()
  }

  #shutDown(): void {
    this.history.push('quit')
    this.exitCode = this.#code
    this.tell('quit', this.#code)
  }
}
