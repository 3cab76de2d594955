import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserWindowConstructorOptions, Protocol } from 'electron'
import type { IpcHandling } from '../../src/main/electron/ipc.ts'
import type { ShownNotification } from '../../src/main/electron/notifier.ts'
import type { StoreLike, StoreOptions } from '../../src/main/electron/settings-store.ts'
import type { PrintSession, ShellHost, ShellImage, ShellMenu } from '../../src/main/electron/shell-host.ts'
import { type Computer, ElectronApp } from './electron-app.ts'
import { ElectronDialog } from './electron-dialog.ts'
import { ElectronEmitter } from './electron-event.ts'
import { ElectronMenu } from './electron-menu.ts'
import { ElectronSession } from './electron-session.ts'
import { ElectronTray } from './electron-tray.ts'
import { ElectronWindow } from './electron-window.ts'

/** A display from `x` on, without a bar of the system. */
export function displayAt(x: number, width: number, height: number) {
  const area = { x, y: 0, width, height }
  return { bounds: area, workArea: area }
}

type Handler = Parameters<Protocol['handle']>[1]

/**
 * The part of Electron that the shell uses, for one start of the app on a possibly shared computer. Its behaviour
 * follows Electron's source; see the files of its parts. The test acts as the page: `call` reaches the app as the
 * preload does.
 */
export class ElectronHost {
  readonly app: ElectronApp
  readonly dialog = new ElectronDialog()
  readonly handlers = new Map<string, Parameters<IpcHandling['handle']>[1]>()
  readonly protocols = new Map<string, Handler>()
  readonly notifications: ElectronNotification[] = []
  readonly trays: ElectronTray[] = []
  readonly opened: string[] = []
  readonly copied: string[] = []
  readonly shortcuts = new ElectronShortcuts()
  clipboardText = ''
  displays = [displayAt(0, 1920, 1040)]
  readonly screenEvents = new EventEmitter()
  pointer = { x: 0, y: 0 }
  readonly popups: ElectronMenu[] = []
  readonly power = new ElectronPower()
  readonly theme = new ElectronTheme()
  readonly spelling = new ElectronSession()
  readonly partitions = new Map<string, PrintingSession>()
  menu: ElectronMenu | null = null
  /** Number of next loads that fail. */
  failingLoads = 0
  readonly host: ShellHost

  constructor(computer: Computer, home: string) {
    const app = new ElectronApp(computer, this.spelling, home)
    this.app = app
    const load = (url: string) => this.#load(url)
    const notifications = this.notifications
    const trays = this.trays
    const popped = (menu: ElectronMenu) => void this.popups.push(menu)
    const setMenu = (menu: ShellMenu | null) => {
      this.menu = menu instanceof ElectronMenu ? menu : null
    }
    this.host = {
      app,
      BrowserWindow: class extends ElectronWindow {
        constructor(options: BrowserWindowConstructorOptions) {
          if (!app.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
          super(app, load, options)
        }

        static getAllWindows(): ElectronWindow[] {
          return [...app.windows]
        }

        static getFocusedWindow(): ElectronWindow | null {
          return app.windows.find((window) => window.isFocused) ?? null
        }
      },
      dialog: this.dialog,
      ipcMain: {
        handle: (channel, listener) => {
          if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
          this.handlers.set(channel, listener)
        },
        removeHandler: (channel) => void this.handlers.delete(channel),
      },
      Menu: {
        buildFromTemplate: (template) => new ElectronMenu(template, popped),
        setApplicationMenu: setMenu,
      },
      nativeImage: { createFromPath: (path) => new ElectronImage(path) },
      clipboard: {
        readText: async () => this.clipboardText,
        writeText: async (text) => void this.copied.push(text),
      },
      globalShortcut: this.shortcuts,
      nativeTheme: this.theme,
      Notification: class extends ElectronNotification {
        constructor(options: { title: string; body: string }) {
          super(options)
          notifications.push(this)
        }

        static isSupported(): boolean {
          return true
        }
      },
      powerMonitor: this.power,
      protocol: {
        registerSchemesAsPrivileged: () => undefined,
        handle: (scheme, handler) => void this.protocols.set(scheme, handler),
      },
      screen: {
        getAllDisplays: () => this.displays,
        on: (event, listener) => this.screenEvents.on(event, listener),
        off: (event, listener) => this.screenEvents.off(event, listener),
        getCursorScreenPoint: () => this.pointer,
        // the one that holds the point, else any: the nearest of displays side by side
        getDisplayNearestPoint: ({ x }) =>
          this.displays.find(({ workArea }) => x >= workArea.x && x < workArea.x + workArea.width) ??
          this.displays[0] ??
          displayAt(0, 1, 1),
      },
      session: {
        defaultSession: this.spelling,
        fromPartition: (partition) => {
          const known = this.partitions.get(partition) ?? new PrintingSession()
          this.partitions.set(partition, known)
          return known
        },
      },
      shell: {
        openExternal: async (url) => void this.opened.push(url),
        openPath: async () => '',
        showItemInFolder: () => {},
      },
      Tray: class extends ElectronTray {
        constructor(icon: string) {
          if (!app.isReady) throw new Error('Cannot create Tray before app is ready')
          super(icon)
          trays.push(this)
        }
      },
      systemPreferences: { askForMediaAccess: async () => true },
      Store: JsonStore,
    } satisfies ShellHost
  }

  /** Displays are plugged in or out: the events come once `screen` knows (shell/browser/api/electron_api_screen.cc). */
  changeDisplays(displays: ElectronHost['displays']): void {
    this.displays = displays
    this.screenEvents.emit('display-removed')
    this.screenEvents.emit('display-added')
  }

  /** The one window. */
  get window(): ElectronWindow {
    const [window] = this.app.windows
    if (window === undefined) throw new Error('there is no window')
    return window
  }

  /** Calls the app from the window's page. */
  async call(name: string, input: unknown): Promise<unknown> {
    return await this.#invoke('atelier:call', name, input)
  }

  /** Passes a file on from the window's page. */
  async import(file: unknown): Promise<unknown> {
    return await this.#invoke('atelier:import', file)
  }

  /** `ipcRenderer.invoke`: input and output are structured clones. */
  async #invoke(channel: string, ...words: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    const sender = { senderFrame: { url: this.window.webContents.url, parent: null } }
    return structuredClone(await handler(sender, ...structuredClone(words)))
  }

  /** Requests a URL from its protocol handler, as a page does; null without a handler. */
  async get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response | null> {
    const handler = this.protocols.get(new URL(url).protocol.slice(0, -1))
    return handler === undefined ? null : await handler(new Request(url, { headers }))
  }

  async #load(url: string): Promise<number | null> {
    if (url.startsWith('file:')) return existsSync(fileURLToPath(url)) ? 200 : null
    if (this.failingLoads > 0) {
      this.failingLoads -= 1
      return null
    }
    return (await this.get(url))?.status ?? null
  }
}

type Answer = (answer: { cancel: boolean }) => void

/** A session of `fromPartition`: the same object for the same name (shell/browser/api/electron_api_session.cc). */
class PrintingSession implements PrintSession {
  #listener: ((details: { readonly url: string }, answer: Answer) => void) | null = null
  readonly webRequest = {
    onBeforeRequest: (
      _filter: { urls: string[] },
      listener: (details: { readonly url: string }, answer: Answer) => void,
    ) => {
      this.#listener = listener
    },
  }

  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}

  /** Returns true if a page of this session may request a URL. */
  isAllowed(url: string): boolean {
    let allowed = true
    this.#listener?.({ url }, ({ cancel }) => {
      allowed = !cancel
    })
    return allowed
  }
}

/**
 * `globalShortcut` (shell/browser/api/electron_api_global_shortcut.cc): false for keys that another program keeps; keys
 * that are none throw, as the conversion of the argument fails.
 */
class ElectronShortcuts {
  readonly held = new Map<string, () => void>()
  /** Keys of other programs. */
  readonly taken = new Set<string>()

  register(keys: string, run: () => void): boolean {
    if (!/^((CmdOrCtrl|Ctrl|Alt|Shift|Meta)\+)*[^+]+$/.test(keys)) throw new TypeError('Error processing argument')
    if (this.taken.has(keys) || this.held.has(keys)) return false
    this.held.set(keys, run)
    return true
  }

  unregister(keys: string): void {
    this.held.delete(keys)
  }

  /** Presses keys in any program. */
  press(keys: string): void {
    this.held.get(keys)?.()
  }
}

class ElectronImage implements ShellImage {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  isEmpty(): boolean {
    return !existsSync(this.path)
  }

  resize(): ElectronImage {
    return this
  }
}

class ElectronNotification extends EventEmitter implements ShownNotification {
  readonly options: { title: string; body: string }
  isShown = false

  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }

  show(): void {
    this.isShown = true
  }

  close(): void {
    this.isShown = false
    this.emit('close')
  }
}

/** The used part of electron-store: one JSON file, rewritten at every change. */
class JsonStore implements StoreLike {
  readonly #path: string
  readonly #values: Map<string, unknown>

  constructor(options: StoreOptions) {
    this.#path = join(options.cwd, `${options.name}.json`)
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '{}'
    this.#values = new Map(Object.entries(JSON.parse(text)))
  }

  get(key: string): unknown {
    return this.#values.get(key)
  }

  set(key: string, value: unknown): void {
    this.#values.set(key, value)
    this.#write()
  }

  delete(key: string): void {
    this.#values.delete(key)
    this.#write()
  }

  #write(): void {
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(this.#values)))
  }
}

/** `powerMonitor` (shell/browser/api/electron_api_power_monitor.cc). */
class ElectronPower extends ElectronEmitter {
  /** Simulates a system shutdown; returns whether it may happen at once (`ShouldShutdown`). */
  shutDown(): boolean {
    return !this.tell('shutdown')
  }
}

/** `nativeTheme`: a set theme overrides the system's (shell/browser/api/electron_api_native_theme.cc). */
class ElectronTheme extends EventEmitter {
  #source: 'system' | 'light' | 'dark' = 'system'
  systemIsDark = false

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.systemIsDark : this.themeSource === 'dark'
  }
}
