import type { Result } from '../shared/ipc/result.ts'
import type { ImportedFile } from './media/imports.ts'
import type { StoredMedia } from './media/library.ts'
import type { SettingsService } from './services/app/settings-service.ts'
import type { Leaving } from './services/app/work-under-way.ts'

/** Takes what the system hands to the shell. */
export interface SystemArrivals {
  /** Adds a link; one of another scheme is ignored. */
  addLink(text: string): void
  /** Adds a file by its absolute path. */
  addFile(path: string): void
}

/** A chat as the shell's menus name it. */
export interface RecentChat {
  readonly id: string
  /** Words of a user or a model; may be empty. */
  readonly title: string
}

/** The whole application, without a window. */
export interface App {
  /** Runs one call of a page: validates, executes, answers. Never rejects. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>
  /** Registers a file and returns a token for it; the token is valid for ten minutes. */
  importFile(file: ImportedFile): string
  /** Looks up a media id; null when it is unknown or malformed. */
  findMedia(id: string): StoredMedia | null
  /** Hands over links and files from the system; a page asks the user about them. */
  readonly arrivals: SystemArrivals
  /** Effect of quitting on work under way; all zero while the app closes. */
  leaving(): Leaving
  /** The user took a quit back: nothing that a restart was asked for is done by a later quit. */
  stayed(): void
  /** The five chats that were active last, without temporary, archived and deleted ones. */
  recentChats(): readonly RecentChat[]
  /** The settings. The shell follows them, and pauses the queues by them. */
  readonly settings: Pick<SettingsService, 'get' | 'onChange' | 'update'>
  /** Writes buffered text of running answers at once. Synchronous, because the process is about to end. */
  flush(): void
  /** Shows a notice that an exception was not caught and that Atelier kept running. */
  reportFault(): void
  /** Stops every stream (received text is kept), flushes and closes the database. Can be called twice. */
  close(): Promise<void>
}

export interface AppOptions {
  /** Connects the built-in demo gateway at start (`--demo`). */
  readonly demo: boolean
}
