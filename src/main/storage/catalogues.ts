import { z } from 'zod'
import { type Model, modelSchema } from '../../shared/model.ts'
import type { Database } from './database.ts'
import { parsed } from './stored-json.ts'
import { id, json, table, time } from './table.ts'

const modelsSchema = z.array(modelSchema).readonly()

export const catalogueTable = table('catalogues', { connectionId: id, models: json(modelsSchema, []), fetchedAt: time })

/** Stores the model lists, so that the picker works offline. */
export class Catalogues {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  get(connectionId: string): { readonly models: readonly Model[]; readonly fetchedAt: number } | null {
    const row = this.database
      .prepare('SELECT models, fetched_at FROM catalogues WHERE connection_id = ?')
      .get(connectionId)
    if (!row) return null
    const models = modelsSchema.safeParse(parsed(row.models))
    return models.success ? { models: models.data, fetchedAt: Number(row.fetched_at) } : null
  }

  /** Returns the ids of all listed models, each once. */
  allModels(): readonly string[] {
    const rows = this.database.prepare('SELECT models FROM catalogues').all()
    const listed = rows.flatMap((row) => modelsSchema.safeParse(parsed(row.models)).data ?? [])
    return [...new Set(listed.map(({ id }) => id))]
  }

  removeCatalogue(connectionId: string): void {
    this.database.prepare('DELETE FROM catalogues WHERE connection_id = ?').run(connectionId)
  }

  set(connectionId: string, models: readonly Model[], fetchedAt: number): void {
    catalogueTable.upsert(this.database, { connectionId, models, fetchedAt }, ['connectionId'])
  }
}
