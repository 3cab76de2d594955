import type { Database } from './database.ts'
import { shortText, table, text } from './table.ts'

export const preferenceTable = table('preferences', { name: shortText(), value: text() })

/** Preference: how new chats get their titles, as JSON. */
export const titlesChoice = 'chat-titles'

/** Preference: when a model for titles was offered, ms since 1970. */
export const titlesOffered = 'chat-titles-offered'

/** Single values that belong to the data, not to the window, such as the default connection. */
export class Preferences {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  get(name: string): string | null {
    const row = this.database.prepare('SELECT value FROM preferences WHERE name = ?').get(name)
    return typeof row?.value === 'string' ? row.value : null
  }

  set(name: string, value: string | null): void {
    if (value === null) this.database.prepare('DELETE FROM preferences WHERE name = ?').run(name)
    else preferenceTable.upsert(this.database, { name, value }, ['name'])
  }
}
