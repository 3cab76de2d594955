import { AnswerReader } from '../../gateway/answer-reader.ts'
import type { KeyValueStore, Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { KeptAnswers } from '../../storage/kept-answers.ts'
import type { Media } from '../media/index.ts'
import { AnswerKeeper } from './answer-keeper.ts'
import { Erasure } from './erasure.ts'
import { SettingsService } from './settings-service.ts'

/** Services shared by every feature, besides files and connections. */
export interface AppServices {
  readonly settings: SettingsService
  readonly answerReader: AnswerReader
  readonly keeper: AnswerKeeper
  readonly erasure: Erasure
  /** The time by which things are permanently deleted, ms since 1970. */
  readonly agedNow: () => number
}

/** Composes the services in order of dependency. */
export function createAppServices(
  parts: Ports &
    Media & {
      readonly database: Database
      readonly store: KeyValueStore
      readonly agedNow: () => number
      /** Erases permanently deleted text from the search index and the write-ahead log. */
      readonly eraseTraces: () => void
    },
): AppServices {
  const { database, eraseTraces, events, log, store } = parts
  const answers = new KeptAnswers(database)
  const answerReader = new AnswerReader()
  return {
    settings: new SettingsService(store, events, log),
    answerReader,
    keeper: new AnswerKeeper({ ...parts, answerReader, answers }),
    erasure: new Erasure({ database, answers, eraseTraces }),
    agedNow: parts.agedNow,
  }
}
