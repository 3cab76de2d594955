import { z } from 'zod'
import type { Database } from './database.ts'

/**
 * The forms in which a transcript can be asked for, the richest first: `verbose_json` with the times of words, the
 * same with those of segments alone, `json`, `text`.
 */
export const answerFormats = ['words', 'segments', 'json', 'text'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Formats that each connection's models accepted. */
export class ModelFormats {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** The richest form that was not refused. */
  get(connectionId: string, model: string): AnswerFormat {
    const row = this.database
      .prepare('SELECT format FROM model_formats WHERE connection_id = ? AND model = ?')
      .get(connectionId, model)
    return z.enum(answerFormats).safeParse(row?.format).data ?? 'words'
  }

  set(connectionId: string, model: string, format: AnswerFormat): void {
    this.database
      .prepare('INSERT OR REPLACE INTO model_formats (connection_id, model, format) VALUES (?, ?, ?)')
      .run(connectionId, model, format)
  }
}
