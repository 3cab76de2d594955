import type { Database } from './database.ts'

/** Single values of the vector file. */
export class Facts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  get(name: string): string | null {
    const row = this.database.prepare('SELECT value FROM facts WHERE name = ?').get(name)
    return typeof row?.value === 'string' ? row.value : null
  }

  set(name: string, value: string): void {
    this.database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value)
  }
}
