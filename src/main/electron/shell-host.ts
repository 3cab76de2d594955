import type {
  App,
  BaseWindow,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Clipboard,
  Dialog,
  Display,
  Event,
  GlobalShortcut,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  NativeTheme,
  OpenDialogOptions,
  Point,
  Protocol,
  RenderProcessGoneDetails,
  SaveDialogOptions,
  Session,
  SystemPreferences,
  Tray,
  WebContents,
} from 'electron'
import type { ContentsSource } from './content-guards.ts'
import type { ClickedPlace } from './context-menu.ts'
import type { ElectronPlatformParts } from './electron-platform.ts'
import type { IpcHandling } from './ipc.ts'
import type { Displays } from './main-window.ts'
import type { ShownNotification } from './notifier.ts'
import type { CertificateSource, SecuredSession } from './session-security.ts'
import type { StoreLike, StoreOptions } from './settings-store.ts'
import type { SessionSource, SpellingSession } from './spelling.ts'

/**
 * The part of Electron that the shell uses, in Electron's own types. Electron (`host.ts`) and the test double both
 * satisfy it. Events are listed one by one, because Electron types each separately.
 */
export interface ShellHost {
  readonly app: ShellApp
  readonly BrowserWindow: ShellWindows
  readonly clipboard: Pick<Clipboard, 'readText' | 'writeText'>
  readonly dialog: ShellDialog
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>
  readonly ipcMain: IpcHandling
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): ShellMenu
    setApplicationMenu(menu: ShellMenu | null): void
  }
  readonly nativeImage: { createFromPath(path: string): ShellImage }
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'> & {
    on(event: 'updated', listener: () => void): unknown
  }
  readonly Notification: {
    new (options: { title: string; body: string }): ShownNotification
    isSupported(): boolean
  }
  readonly powerMonitor: ElectronPlatformParts['power'] & {
    // Electron's types omit the event, but its documentation has it
    on(event: 'shutdown', listener: (event?: Pick<Event, 'preventDefault'>) => void): unknown
  }
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>
  readonly screen: Displays & {
    getCursorScreenPoint(): Point
    getDisplayNearestPoint(point: Point): Pick<Display, 'workArea'>
  }
  readonly session: {
    readonly defaultSession: ShellSession
    fromPartition(partition: string, options: { cache: boolean }): PrintSession
  }
  readonly shell: ElectronPlatformParts['shell']
  readonly Tray: new (icon: string) => ShellTray
  readonly systemPreferences: Pick<SystemPreferences, 'askForMediaAccess'>
  readonly Store: new (options: StoreOptions) => StoreLike
}

export interface ShellApp
  extends Pick<
      App,
      | 'enableSandbox'
      | 'exit'
      | 'getJumpListSettings'
      | 'getLocale'
      | 'getLoginItemSettings'
      | 'getPath'
      | 'getPreferredSystemLanguages'
      | 'getVersion'
      | 'isPackaged'
      | 'quit'
      | 'relaunch'
      | 'requestSingleInstanceLock'
      | 'setAppUserModelId'
      | 'setAsDefaultProtocolClient'
      | 'setBadgeCount'
      | 'setJumpList'
      | 'setLoginItemSettings'
      | 'setPath'
    >,
    ContentsSource,
    CertificateSource,
    SessionSource {
  /** The dock; only macOS has one. */
  readonly dock?: { setMenu(menu: ShellMenu): void } | undefined
  on(event: 'web-contents-created', listener: Parameters<ContentsSource['on']>[1]): unknown
  on(event: 'select-client-certificate', listener: Parameters<CertificateSource['on']>[1]): unknown
  on(event: 'session-created', listener: Parameters<SessionSource['on']>[1]): unknown
  on(event: 'before-quit', listener: (event: Pick<Event, 'preventDefault'>) => void): unknown
  on(event: 'open-url' | 'open-file', listener: (event: Pick<Event, 'preventDefault'>, what: string) => void): unknown
  on(
    event: 'second-instance',
    listener: (event: unknown, words: string[], folder: string, note: unknown) => void,
  ): unknown
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown
}

export interface ShellWindows {
  new (options: BrowserWindowConstructorOptions): ShellWindow
  getAllWindows(): ShellWindow[]
  getFocusedWindow(): ShellWindow | null
}

export interface ShellWindow
  extends Pick<
    BrowserWindow,
    | 'close'
    | 'destroy'
    | 'focus'
    | 'getNormalBounds'
    | 'hide'
    | 'isDestroyed'
    | 'isMaximized'
    | 'isMinimized'
    | 'isVisible'
    | 'loadURL'
    | 'maximize'
    | 'restore'
    | 'setAlwaysOnTop'
    | 'setBackgroundColor'
    | 'setBounds'
    | 'setProgressBar'
    | 'show'
  > {
  readonly webContents: ShellContents
  on(event: 'resize' | 'move', listener: () => void): unknown
  on(event: 'close', listener: (event: Pick<Event, 'preventDefault'>) => void): unknown
  on(event: 'query-session-end' | 'session-end', listener: () => void): unknown
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown
}

export interface ShellContents
  extends Pick<
    WebContents,
    | 'copyImageAt'
    | 'executeJavaScript'
    | 'isDestroyed'
    | 'printToPDF'
    | 'reload'
    | 'replaceMisspelling'
    | 'send'
    | 'showDefinitionForSelection'
  > {
  startDrag(item: { file: string; icon: ShellImage | string }): void
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: Pick<RenderProcessGoneDetails, 'reason'>) => void,
  ): unknown
  on(event: 'did-navigate', listener: (event: unknown, url: string, status: number) => void): unknown
  on(event: 'context-menu', listener: (event: unknown, place: ClickedPlace) => void): unknown
  on(
    event: 'did-fail-load',
    listener: (event: unknown, code: number, description: string, url: string, isMainFrame: boolean) => void,
  ): unknown
  once(event: 'did-finish-load', listener: () => void): unknown
}

export interface ShellSession
  extends SecuredSession,
    SpellingSession,
    Pick<Session, 'addWordToSpellCheckerDictionary'> {}

/** The session of a printed page. */
export type PrintSession = Omit<SecuredSession, 'allowNTLMCredentialsForDomains'>

/** Parent window of a dialog; on macOS the dialog is its sheet. */
export type DialogParent = Pick<BaseWindow, 'isDestroyed' | 'isVisible'>

export interface ShellDialog extends Pick<Dialog, 'showErrorBox'> {
  showMessageBox(window: DialogParent, options: MessageBoxOptions): Promise<{ readonly response: number }>
  showMessageBox(options: MessageBoxOptions): Promise<{ readonly response: number }>
  showOpenDialog(
    window: DialogParent,
    options: OpenDialogOptions,
  ): Promise<{ readonly canceled: boolean; readonly filePaths: string[] }>
  showOpenDialog(options: OpenDialogOptions): Promise<{ readonly canceled: boolean; readonly filePaths: string[] }>
  showSaveDialog(
    window: DialogParent,
    options: SaveDialogOptions,
  ): Promise<{ readonly canceled: boolean; readonly filePath: string }>
  showSaveDialog(options: SaveDialogOptions): Promise<{ readonly canceled: boolean; readonly filePath: string }>
}

export interface ShellMenu {
  popup(options?: { readonly x: number; readonly y: number }): void
}

/** An icon in the tray. */
export interface ShellTray extends Pick<Tray, 'destroy' | 'setToolTip'> {
  setContextMenu(menu: ShellMenu | null): void
  on(event: 'click', listener: () => void): unknown
}

export interface ShellImage extends Pick<NativeImage, 'isEmpty'> {
  resize(options: { width: number }): ShellImage
}
