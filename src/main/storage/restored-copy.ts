import { existsSync, rmSync } from 'node:fs'
import { AppFailure, fail } from '../../shared/errors.ts'
import { Database } from './database.ts'
import { copiedOf, distrust, type ForeignContents, refusing } from './foreign-database.ts'
import { columnsOf } from './foreign-rows.ts'
import { refuseEndlessLists, shortenJobLists } from './list-bounds.ts'
import { migrations } from './migrations.ts'
import { distrustWork, dropBadConnections, restWork } from './resting-work.ts'
import { beginRefolding, refillPending } from './search-refill.ts'
import { renewWriter } from './writer.ts'

/** Options for copying foreign rows into a database. */
export interface CopyOptions {
  /** True if the backup is proven to come from this data folder, so that the user chose the files it refers to. */
  readonly own: boolean
  /** Path of the current database, whose connections are trusted. It may be missing or damaged. */
  readonly present: string
  /** ms since 1970. */
  readonly now: number
}

/**
 * Creates the database `to` from rows of `from`, which `checkForeign` has verified: a fresh schema of its version, then
 * every table, then missing migrations. Suspends running work. Unless the backup is the user's `own`, nothing in it may
 * open files or reach gateways.
 */
export function makeRestoredCopy(
  from: string,
  to: string,
  { version, tables, rows }: ForeignContents,
  options: CopyOptions,
  steps: readonly string[] = migrations,
): void {
  rmSync(to, { force: true })
  refusing(() => {
    const database = new Database(to)
    try {
      // a failed copy is removed, so no journal on disk is needed
      for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -65536'])
        database.pragma(pragma)
      distrust(database)
      for (const step of steps.slice(0, version)) database.execute(step)
      copyRows(database, from, copiedOf(tables), rows)
      database.execute(`PRAGMA user_version = ${version}`)
      for (const [index, step] of steps.slice(version).entries()) {
        database.execute(step)
        database.execute(`PRAGMA user_version = ${version + index + 1}`)
      }
      database.transaction(() => {
        forgetOrphans(database)
        refillPending(database)
        beginRefolding(database)
        dropBadConnections(database)
        refuseEndlessLists(database)
        restWork(database, options.now)
        renewWriter(database)
        shortenJobLists(database, options.now)
        if (!options.own) distrustWork(database, knownConnections(options.present))
      })
      if (database.pragma('foreign_key_check') !== undefined)
        fail('backup_damaged', 'rows that refer to what is not there')
    } finally {
      database.close()
    }
  })
}

function copyRows(database: Database, from: string, tables: readonly string[], rows: ForeignContents['rows']): void {
  // rows written by triggers are copied, or created at the end
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.execute(`DROP TRIGGER ${String(name)}`)
  database.prepare('ATTACH ? AS foreign_file').run(from)
  try {
    database.transaction(() => {
      for (const table of tables) {
        // with named columns, values are checked like those of any insert
        const columns = columnsOf(database, table).join(', ')
        const copied = database
          .prepare(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM foreign_file.${table} NOT INDEXED`)
          .run()
        if (copied !== rows[table]) fail('backup_damaged', `other rows of ${table} than were looked at`)
      }
    })
  } finally {
    database.execute('DETACH foreign_file')
  }
  for (const { sql } of triggers) database.execute(String(sql))
}

/** Removes history rows of missing items. */
function forgetOrphans(database: Database): void {
  for (const [kind, table] of historyTables)
    database.prepare(`DELETE FROM history_items WHERE kind = ? AND item_id NOT IN (SELECT id FROM ${table})`).run(kind)
  database.execute(
    'DELETE FROM history_tags WHERE NOT EXISTS (SELECT 1 FROM history_items AS items WHERE items.kind = history_tags.kind AND items.item_id = history_tags.item_id)',
  )
  for (const [kind, table] of historyTables) {
    const found = database
      .prepare(`SELECT (SELECT count(*) FROM history_items WHERE kind = ?) = (SELECT count(*) FROM ${table}) AS same`)
      .get(kind)
    if (found?.same !== 1) fail('backup_damaged', 'items that the history does not know')
  }
}

const historyTables = [
  ['chat', 'conversations'],
  ['image', 'images'],
  ['transcript', 'transcripts'],
  ['video', 'video_jobs'],
] as const

/** Returns the connections of the current database, as `id address`; empty if it cannot be read. */
function knownConnections(path: string): readonly string[] {
  if (!existsSync(path)) return []
  try {
    const database = new Database(path, { readonly: true })
    try {
      return database
        .prepare("SELECT id || ' ' || base_url AS known FROM connections")
        .all()
        .map(({ known }) => String(known))
    } finally {
      database.close()
    }
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'storage_full') throw cause
    return []
  }
}
