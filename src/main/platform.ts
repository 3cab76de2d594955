import type { AppError } from '../shared/errors.ts'
import type { SavedFile } from '../shared/image.ts'
import type { EventName, EventPayload } from '../shared/ipc/contract.ts'
import type { ProxyKind, ProxyMode } from '../shared/proxy-modes.ts'
import type { QuickShortcutState } from '../shared/quick-states.ts'

/** Stores secrets under an account name. Both shells use the operating system's keychain; tests use memory. */
export interface Secrets {
  /** Whether the keychain works on this computer; `reason` is technical text. */
  status(): Promise<{ readonly available: boolean; readonly reason: string | null }>
  /**
   * The secret and where it is stored, or null. A keychain that fails also gives null; that must never lead to deleting
   * anything.
   */
  get(account: string): Promise<{ readonly secret: string; readonly kept: 'keychain' | 'run' } | null>
  /**
   * Stores a secret in the keychain, or, without one, in memory for this run; returns which. Never writes plaintext.
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
}

/** Folder dialog. */
export interface Folders {
  /** Null after a cancel. `page` where the shell has no system dialog and the page must ask. */
  choose(): Promise<{ readonly by: 'main'; readonly folder: string | null } | { readonly by: 'page' }>
}

/** Outcome of a move of the data folder at this start. */
export type MoveOutcome = { readonly moved: true } | { readonly moved: false; readonly error: AppError }

/** Location of the data folder. */
export interface Whereabouts {
  /** The default data folder; null when the command line named the data folder, which then cannot be moved. */
  readonly home: string | null
  /** Outcome of a move at this start; null if there was none. */
  readonly outcome: MoveOutcome | null
}

/** Saves files outside the data folder. */
export interface Exports {
  /** Asks for a place and has `write` create the file there, or offers the file as a download. */
  save(name: string, write: (path: string) => Promise<void>): Promise<SavedFile>
  /** Starts dragging the file that `write` creates out of the window, where the shell must do that. */
  drag(name: string, write: (path: string) => Promise<void>): Promise<void>
}

/** Makes PDFs. */
export interface Printer {
  /**
   * Prints a page, which loads nothing and runs no scripts, into a new file. Throws an AppFailure: `no_printer` where
   * this computer has nothing that prints, `print_failed`.
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
  /** Shows a number on the app's icon where the system can; 0 removes it. */
  badge(count: number): void
}

/** The quick window, where the shell has one; else the page opens it. */
export interface QuickPort {
  show(): 'main' | 'page'
  hide(): 'main' | 'page'
  /** Brings the main window to the front and runs `tell` once its page listens. */
  raise(tell: () => void): 'main' | 'page'
  /** The clipboard's text while the quick window has the focus; else null. */
  clipboard(): Promise<string | null>
  shortcut(): QuickShortcutState
  /** Gives the keys of the shortcut free for a while, or takes them again. */
  pauseShortcut(isPaused: boolean): void
}

/** The right-click menu, where the shell makes it. */
export interface ContextMenuPort {
  /** The next menu belongs to this code. */
  clickedCode(code: string): void
}

/** Sends an event to every page. */
export interface EventSink {
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns its undo. */
  after(ms: number, run: () => void): () => void
}

export interface FetchInit extends RequestInit {
  /** Called when the request starts to wait in this computer's queue, and when it is sent. */
  readonly onLine?: (state: 'waiting' | 'sent') => void
}

export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

/** A proxy with its login; `username` is empty where it wants none. Never logged. */
export interface ManualProxy {
  readonly kind: ProxyKind
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** The way of requests. Requests to this computer never take a proxy. */
export type ProxyRoute =
  | { readonly mode: 'system' | 'none' }
  /** `bypass`: hosts without the proxy, separated by commas. */
  | { readonly mode: 'manual'; readonly proxy: ManualProxy; readonly bypass: string }
  | { readonly mode: 'pac'; readonly url: string }

/** The way of all requests of the shell. */
export interface ProxyPort {
  /** What the shell can do. */
  readonly modes: readonly ProxyMode[]
  /** Sends requests from now on this way; those under way finish on the old one. */
  apply(route: ProxyRoute): Promise<void>
  /** A fetch over a route that is not applied, until `close`. `wayTo` is the proxy to an address; null for none. */
  trial(route: ProxyRoute): {
    readonly fetch: Fetch
    wayTo(url: string): Promise<ManualProxy | null>
    close(): void
  }
}

/** Finds, downloads and installs newer versions. Its methods throw an AppFailure. */
export interface UpdaterPort {
  /** `tells` where the copy cannot replace itself, such as a package of the system. */
  readonly kind: 'installs' | 'tells'
  /** Page of the releases for people. */
  readonly page: string
  /** What the feed of a channel says of a version that this copy may have, unchecked; null for none. */
  check(channel: 'stable' | 'beta'): Promise<unknown>
  /** Downloads and verifies what the last check found; `onShare` gets the share from 0 to 1. */
  download(onShare: (share: number) => void, signal: AbortSignal): Promise<void>
  /** The older program that can be put back; null for none. */
  previous(): { readonly version: string } | null
  /** Writes the older program beside the one in use, and checks it. */
  stagePrevious(): Promise<void>
  /** What the end of an orderly quit does: it installs what is downloaded, or puts the staged older program `back`. */
  arm(when: 'never' | 'quit' | 'restart' | 'back'): void
  /** Quits, so that an armed update is installed and starts. */
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
  /** URL prefix of media; a media id follows it. */
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
  /** Null where this copy is updated where it came from. */
  readonly updater: UpdaterPort | null
  readonly log: Log
  /** Environment variables; only `ATELIER_BASE_URL` and `ATELIER_API_KEY` are read. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Runs after each wake of the computer, if the shell is notified of it; returns its undo. */
  readonly onWake: (run: () => void) => () => void
  /** Restarts the application on the same data after the current call is answered. */
  restart(): void
}

/** Outside dependencies of nearly every service: parts of the platform, chance, and the app's end. */
export interface Ports extends Pick<Platform, 'events' | 'clock' | 'fetch' | 'linkFetch' | 'log' | 'onWake'> {
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}
