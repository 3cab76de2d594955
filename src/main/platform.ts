import type { AppError } from '../shared/errors.ts'
import type { SavedFile } from '../shared/image.ts'
import type { EventName, EventPayload } from '../shared/ipc/contract.ts'

/** Keeps secrets under an account name. Both shells use the operating system's keychain; tests use memory. */
export interface Secrets {
  /** Whether the keychain works on this computer; `reason` is technical. */
  status(): Promise<{ readonly available: boolean; readonly reason: string | null }>
  /** The secret and where it is kept, or null. A keychain that fails to answer is "null", never an excuse to delete. */
  get(account: string): Promise<{ readonly secret: string; readonly kept: 'keychain' | 'run' } | null>
  /** Keeps it in the keychain, or, where there is none, in memory for this run; says which. Never writes plaintext. */
  set(account: string, secret: string): Promise<'keychain' | 'run'>
  delete(account: string): Promise<void>
}

/** A small store for settings and window bounds; values come back as they were written, unparsed. */
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
  /** Opens an already checked URL; `page` means that this shell leaves it to the page. */
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
  /** The default data folder; null where the data folder was named for this run, and so cannot be moved. */
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
  /** Another one with the same key takes the place of the first. */
  readonly key: string
  readonly title: string
  readonly body: string
}

/** System notifications and the app icon's badge. */
export interface Notifier {
  /** Shows it; `page` means that this shell leaves that to the page. A click raises the window, then runs `clicked`. */
  show(notice: SystemNotice, clicked: () => void): 'main' | 'page'
  /** A number on the app's icon, where the system has that; 0 takes it off. */
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
  /** Told where the request waits in a line of this computer before it is sent, and when it leaves. */
  readonly onLine?: (state: 'waiting' | 'sent') => void
}

export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

export type LogLevel = 'info' | 'warn' | 'error'
/** Writes one line. Never given a key, a prompt or an answer; what it is given is redacted all the same. */
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
  /** The operating system's preferred language, BCP 47. */
  readonly locale: string
  /** Prefix of URLs under which the page finds media by id. */
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
  /** Asks addresses from outside: connects their names to public addresses only (`gateway/remote-link.ts`). */
  readonly linkFetch: Fetch
  readonly log: Log
  /** The process environment: only `ATELIER_BASE_URL` and `ATELIER_API_KEY` are read from it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Runs after each sleep of the computer, as far as the shell hears of it; returns its undo. */
  readonly onWake: (run: () => void) => () => void
  /** Ends this application and starts it again on the same data, after the current call has been answered. */
  restart(): void
}

/** Outside dependencies of nearly every service: parts of the platform, chance, and the app's end. */
export interface Ports extends Pick<Platform, 'events' | 'clock' | 'fetch' | 'linkFetch' | 'log' | 'onWake'> {
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}
