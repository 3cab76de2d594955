import type { Result } from '../shared/ipc/result.ts'
import type { ImportedFile } from './media/imports.ts'
import type { StoredMedia } from './media/library.ts'
import type { SettingsService } from './services/app/settings-service.ts'
import type { Leaving } from './services/app/work-under-way.ts'

/** Receives links and files from the system. */
export interface SystemArrivals {
  /** Adds a link; one of another scheme is ignored. */
  addLink(text: string): void
  /** Adds a file by its absolute path. */
  addFile(path: string): void
}

/** A chat as shown in the shell's menus. */
export interface RecentChat {
  readonly id: string
  /** The title, written by a user or a model; may be empty. */
  readonly title: string
}

/** The whole application, without a window. */
export interface App {
  /** Runs one call of a page: validates, executes, answers. Never rejects. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>
  /** Registers a file and returns a token for it; the token is valid for ten minutes. */
  importFile(file: ImportedFile): string
  /** Looks up a media id; null if it is unknown or malformed. */
  findMedia(id: string): StoredMedia | null
  /** Passes on links and files from the system; a page asks the user about them. */
  readonly arrivals: SystemArrivals
  /** Returns the effect of quitting on running work; all zero while the app closes. */
  leaving(): Leaving
  /** Called when the user cancelled quitting: a later quit does not carry out an earlier restart request. */
  stayed(): void
  /** Returns the five most recently active chats, without temporary, archived and deleted ones. */
  recentChats(): readonly RecentChat[]
  /** The settings, which the shell applies. It also uses them to pause the queues. */
  readonly settings: Pick<SettingsService, 'get' | 'onChange' | 'updateSettings'>
  /** Writes buffered text of running answers at once. Synchronous, because the process is about to end. */
  flush(): void
  /** Shows a notice about an uncaught exception after which Atelier kept running. */
  reportFault(): void
  /** Stops every stream (received text is kept), flushes and closes the database. Safe to call twice. */
  close(): Promise<void>
}

export interface AppOptions {
  /** Connects the built-in demo gateway at start (`--demo`). */
  readonly demo: boolean
}
