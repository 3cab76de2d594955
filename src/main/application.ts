import type { Result } from '../shared/ipc/result.ts'
import type { ImportedFile } from './media/imports.ts'
import type { StoredMedia } from './media/library.ts'
import type { SettingsService } from './services/app/settings-service.ts'
import type { Leaving } from './services/app/work-under-way.ts'

/** The whole application, without a window. */
export interface App {
  /** Runs one call of a page: parses, runs, answers. Never rejects. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>
  /** Registers a file and returns the token that stands for it for ten minutes. */
  importFile(file: ImportedFile): string
  /** Looks a media id up; null where there is none (or the id is not one). */
  findMedia(id: string): StoredMedia | null
  /** Effect of quitting on work under way; all zero while the app closes. */
  leaving(): Leaving
  /** The settings. The shell follows its language, theme and spelling. */
  readonly settings: Pick<SettingsService, 'get' | 'onChange'>
  /** Writes at once what is held for a moment (streamed text); synchronous, for a process that is about to be ended. */
  flush(): void
  /** Tells the person that an exception was not caught, and that Atelier went on. */
  reportFault(): void
  /** Stops every stream (what has come is kept), flushes and closes the database. Can be called twice. */
  close(): Promise<void>
}

export interface AppOptions {
  /** Connect the built-in demo gateway at start (`--demo`). */
  readonly demo: boolean
}
