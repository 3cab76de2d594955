import type { AppError } from '../shared/errors.ts'
import type { SavedFile } from '../shared/image.ts'
import type { EventName, EventPayload } from '../shared/ipc/contract.ts'

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
  /** The person's data: database, media, backups, settings. */
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
  readonly folders: Folders
  readonly whereabouts: Whereabouts
  readonly notifier: Notifier
  readonly events: EventSink
  readonly clock: Clock
  readonly fetch: Fetch
  /** Fetches foreign addresses; connects names only to public ones (`gateway/remote-link.ts`). */
  readonly linkFetch: Fetch
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
