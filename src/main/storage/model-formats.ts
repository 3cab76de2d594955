import { z } from 'zod'
import { isDiarizing } from '../../shared/diarizing-model.ts'
import type { Database } from './database.ts'
import { id, shortText, table } from './table.ts'

export const formatTable = table('model_formats', { connectionId: id, model: shortText(), format: shortText() })

/**
 * Formats of a transcription answer: `diarized_json` with speakers, `verbose_json` with word times, the same with only
 * segment times, `json`, `text`.
 */
export const answerFormats = ['speakers', 'words', 'segments', 'json', 'text'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Formats accepted by each connection's models. */
export class ModelFormats {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the richest format that the model takes and that has not been refused. */
  get(connectionId: string, model: string): AnswerFormat {
    const row = this.database
      .prepare('SELECT format FROM model_formats WHERE connection_id = ? AND model = ?')
      .get(connectionId, model)
    return z.enum(answerFormats).safeParse(row?.format).data ?? (isDiarizing(model) ? 'speakers' : 'words')
  }

  /** Returns false for a model that is asked for speakers: it refuses a prompt. */
  takesPrompt(connectionId: string, model: string): boolean {
    return this.get(connectionId, model) !== 'speakers'
  }

  set(connectionId: string, model: string, format: AnswerFormat): void {
    formatTable.upsert(this.database, { connectionId, model, format }, ['connectionId', 'model'])
  }
}
