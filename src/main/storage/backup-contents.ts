import type { BackupContents } from '../../shared/backup.ts'
import type { Database } from './database.ts'

/** Row counts by table name. */
export type RowCounts = Readonly<Record<string, number>>

/** Counts the rows of every table, for any schema version. */
export function rowCounts(database: Database): RowCounts {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
  return Object.fromEntries(tables.map((name) => [name, count(database, `"${name.replaceAll('"', '""')}"`)]))
}

/** Counts a database's contents in the user's terms. Tables missing from an older schema count zero. */
export function contentsOf(database: Database): BackupContents {
  const has = new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  )
  const number = (table: string, where = '1'): number =>
    has.has(table) ? count(database, `${table} WHERE ${where}`) : 0
  const newest = (table: string, column: string): number =>
    has.has(table) ? Number(database.prepare(`SELECT max(${column}) AS at FROM ${table}`).get()?.at ?? 0) : 0
  const files = has.has('media')
    ? database.prepare('SELECT count(*) AS n, sum(bytes) AS bytes FROM media').get()
    : undefined
  const last = Math.max(
    newest('messages', 'created_at'),
    newest('images', 'created_at'),
    newest('transcripts', 'created_at'),
    newest('video_jobs', 'created_at'),
  )
  return {
    conversations: number('conversations', 'deleted_at IS NULL'),
    messages: number('messages'),
    images: number('images', 'deleted_at IS NULL'),
    transcripts: number('transcripts', 'deleted_at IS NULL'),
    videos: number('video_jobs', "deleted_at IS NULL AND status = 'done'"),
    files: Number(files?.n ?? 0),
    fileBytes: Number(files?.bytes ?? 0),
    newest: last === 0 ? null : last,
  }
}

/** Returns the library files listed by a database, without referenced files outside the library. */
export function libraryFiles(database: Database): readonly { readonly id: string; readonly bytes: number }[] {
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('media')
    .map(({ name }) => String(name))
  const own = columns.includes('referred_path') ? 'referred_path IS NULL' : '1'
  return database
    .prepare(`SELECT id, bytes FROM media WHERE ${own} ORDER BY id`)
    .all()
    .map(({ id, bytes }) => ({ id: String(id), bytes: Number(bytes) }))
}

function count(database: Database, from: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.n ?? 0)
}
