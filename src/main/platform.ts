import type { AppError } from '../shared/errors.ts'
import type { SavedFile } from '../shared/image.ts'
import type { EventName, EventPayload } from '../shared/ipc/contract.ts'
import type { ProxyKind, ProxyMode } from '../shared/proxy-modes.ts'
import type { QuickShortcutState } from '../shared/quick-states.ts'

/** Stores secrets under an account name. Both shells use the operating system's keychain; tests use memory. */
export interface Secrets {
  /** Resolves to whether the keychain works on this computer; `reason` is technical text. */
  status(): Promise<{ readonly available: boolean; readonly reason: string | null }>
  /**
   * Resolves to the secret and where it is stored, or null. A failing keychain also gives null; that must never lead to
   * deleting anything.
   */
  get(account: string): Promise<{ readonly secret: string; readonly kept: 'keychain' | 'run' } | null>
  /**
   * Stores a secret in the keychain or, without one, in memory until the app quits; resolves to which. Never writes
   * plaintext.
   */
  set(account: string, secret: string): Promise<'keychain' | 'run'>
  delete(account: string): Promise<void>
}

/** A small store for settings and window bounds; returns values as written, unvalidated. */
export interface KeyValueStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

export interface Paths {
  /** The user's data: database, media, backups, settings. */
  readonly data: string
  /** Files that ship with the app (`resources/`). */
  readonly resources: string
}

export interface Links {
  /** Opens a checked URL; `page` means that the page must open it. */
  openExternal(url: string): Promise<'main' | 'page'>
  openFolder(path: string): Promise<void>
  /** Opens a file in the program that the system has for it. */
  openFile(path: string): Promise<void>
  /** Shows a file in its folder, in the system's program for files; null if the shell cannot. */
  readonly showFile: ((path: string) => void) | null
}

/** Folder dialog. */
export interface Folders {
  /**
   * Lets the user choose a folder; null after a cancel. `page` if the shell has no system dialog and the page must ask.
   */
  choose(): Promise<{ readonly by: 'main'; readonly folder: string | null } | { readonly by: 'page' }>
}

/** Outcome of a data folder move at this start. */
export type MoveOutcome = { readonly moved: true } | { readonly moved: false; readonly error: AppError }

/** Location of the data folder. */
export interface Whereabouts {
  /** The default data folder; null if the command line named the data folder, which then cannot be moved. */
  readonly home: string | null
  /** Outcome of a move at this start; null if there was none. */
  readonly outcome: MoveOutcome | null
}

/** Saves files outside the data folder. */
export interface Exports {
  /** Asks for a location and has `write` create the file there, or offers the file as a download. */
  saveFile(name: string, write: (path: string) => Promise<void>): Promise<SavedFile>
  /** Starts dragging the file that `write` creates out of the window, if the shell must do that. */
  drag(name: string, write: (path: string) => Promise<void>): Promise<void>
}

/** Makes PDFs. */
export interface Printer {
  /**
   * Prints a page, which loads nothing and runs no scripts, into a new file. Throws an AppFailure: `no_printer` if this
   * computer cannot print to PDF, `print_failed`.
   */
  pdf(page: string, to: string, signal: AbortSignal): Promise<void>
}

/** A system notification. */
export interface SystemNotice {
  /** A notification with the same key replaces the earlier one. */
  readonly key: string
  readonly title: string
  readonly body: string
}

/** System notifications and the app icon's badge. */
export interface Notifier {
  /** Shows a notification; `page` means that the page must show it. A click raises the window, then runs `clicked`. */
  show(notice: SystemNotice, clicked: () => void): 'main' | 'page'
  /** Shows a number on the app's icon if the system can; 0 removes it. */
  badge(count: number): void
}

/** The quick window, if the shell has one; otherwise the page opens it. */
export interface QuickPort {
  show(): 'main' | 'page'
  hide(): 'main' | 'page'
  /** Brings the main window to the front and runs `whenReady` once its page listens. */
  raise(whenReady: () => void): 'main' | 'page'
  /** Resolves to the clipboard's text while the quick window has the focus; else null. */
  clipboard(): Promise<string | null>
  shortcut(): QuickShortcutState
  /** Releases the keys of the shortcut for a while, or registers them again. */
  pauseShortcut(isPaused: boolean): void
}

/** The right-click menu, if the shell creates it. */
export interface ContextMenuPort {
  /** Assigns a code block to the next menu. */
  clickedCode(code: string): void
}

/** Sends an event to every page. */
export interface EventSink {
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface FetchInit extends RequestInit {
  /** Called when the request starts to wait in this computer's queue, and when it is sent. */
  readonly onLine?: (state: 'waiting' | 'sent') => void
}

export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

/** A proxy with its login; `username` is empty if it requires none. Never logged. */
export interface ManualProxy {
  readonly kind: ProxyKind
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** Proxy settings of requests. Requests to this computer never use a proxy. */
export type ProxyRoute =
  | { readonly mode: 'system' | 'none' }
  /** `bypass`: hosts reached without the proxy, separated by commas. */
  | { readonly mode: 'manual'; readonly proxy: ManualProxy; readonly bypass: string }
  | { readonly mode: 'pac'; readonly url: string }

/** Proxy settings of all requests of the shell. */
export interface ProxyPort {
  /** The modes that the shell supports. */
  readonly modes: readonly ProxyMode[]
  /** Applies proxy settings to later requests; running ones finish on the old connection. */
  apply(route: ProxyRoute): Promise<void>
  /**
   * Returns a fetch that uses other settings without applying them, until `close`. `wayTo` resolves to the proxy for an
   * address; null for none.
   */
  trial(route: ProxyRoute): {
    readonly fetch: Fetch
    wayTo(url: string): Promise<ManualProxy | null>
    close(): void
  }
}

/** Finds, downloads and installs newer versions. Its methods throw an AppFailure. */
export interface UpdaterPort {
  /** `tells` if the copy cannot replace itself, such as a system package. */
  readonly kind: 'installs' | 'tells'
  /** Web page of the releases. */
  readonly page: string
  /** Resolves to the feed's unchecked entry about a version for this copy; null for none. */
  check(channel: 'stable' | 'beta'): Promise<unknown>
  /** Downloads and verifies the result of the last check; `onShare` gets the fraction from 0 to 1. */
  download(onShare: (share: number) => void, signal: AbortSignal): Promise<void>
  /** Returns the older program that can be restored; null for none. */
  previous(): { readonly version: string } | null
  /** Writes the older program next to the current one, and checks it. */
  stagePrevious(): Promise<void>
  /**
   * Sets the action at the end of an orderly quit: install the download, or restore the staged older program (`back`).
   */
  arm(when: 'never' | 'quit' | 'restart' | 'back'): void
  /** Quits, so that an armed update is installed and started. */
  restart(): void
}

export type LogLevel = 'info' | 'warn' | 'error'
/** Writes one line. Callers never pass a key, a prompt or an answer; the text is redacted anyway. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void

/** Everything the application needs from the shell that hosts it. */
export interface Platform {
  readonly shell: 'electron' | 'browser'
  readonly version: string
  readonly os: 'mac' | 'windows' | 'linux'
  /** The operating system's preferred language, as BCP 47. */
  readonly locale: string
  /** URL prefix of media, followed by a media id. */
  readonly mediaBase: string
  readonly paths: Paths
  readonly secrets: Secrets
  readonly store: KeyValueStore
  readonly links: Links
  readonly exports: Exports
  readonly printer: Printer
  readonly folders: Folders
  readonly whereabouts: Whereabouts
  readonly notifier: Notifier
  readonly quick: QuickPort
  readonly contextMenu: ContextMenuPort
  readonly events: EventSink
  readonly clock: Clock
  readonly fetch: Fetch
  /** Fetches foreign addresses; connects names only to public ones (`gateway/remote-link.ts`). */
  readonly linkFetch: Fetch
  readonly proxy: ProxyPort
  /** The updater; null if this copy is updated where it came from. */
  readonly updater: UpdaterPort | null
  readonly log: Log
  /** Environment variables; only `ATELIER_BASE_URL` and `ATELIER_API_KEY` are read. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Runs after each wake of the computer, if the shell is notified of it; returns the function that unsubscribes. */
  readonly onWake: (run: () => void) => () => void
  /** Restarts the application on the same data after the current call is answered. */
  restart(): void
}

/** External dependencies of nearly every service: parts of the platform, randomness, and the app's end. */
export interface Ports extends Pick<Platform, 'events' | 'clock' | 'fetch' | 'linkFetch' | 'log' | 'onWake'> {
  /** Returns a random number from 0 up to, but not including, 1. */
  readonly random: () => number
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}
