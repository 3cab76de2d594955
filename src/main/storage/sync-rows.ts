import type { Database } from './database.ts'
import { SyncShown } from './sync-shown.ts'

type FactName = 'writer' | 'head' | 'sealed' | 'seen'

/** A stored version: its text, and the hash that it must have. */
export interface StoredVersion {
  readonly hash: string
  readonly text: string
}

/** The name of a version in the file. */
interface StoredDot {
  readonly writer: string
  readonly number: number
  readonly hash: string
}

/** The rows of the file of sync; `services/sync` gives them their meaning. */
export class SyncRows {
  readonly shown: SyncShown
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
    this.shown = new SyncShown(database)
  }

  close(): void {
    this.database.close()
  }

  transaction<T>(run: () => T): T {
    return this.database.transaction(run)
  }

  /** Returns a fact; null if it is unknown. */
  fact(name: FactName): string | null {
    const row = this.database.prepare('SELECT value FROM facts WHERE name = ?').get(name)
    return row === undefined ? null : String(row.value)
  }

  setFact(name: FactName, value: string): void {
    this.database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value)
  }

  /** Returns the last version of each writer that was read. */
  tips(): readonly StoredDot[] {
    return this.database
      .prepare('SELECT writer, number, hash FROM tips WHERE number > 0')
      .all()
      .map(({ hash, number, writer }) => ({ writer: String(writer), number: Number(number), hash: String(hash) }))
  }

  putTip({ hash, number, writer }: StoredDot): void {
    this.database
      .prepare(
        `INSERT INTO tips (writer, number, hash) VALUES (?, ?, ?)
         ON CONFLICT (writer) DO UPDATE SET number = excluded.number, hash = excluded.hash`,
      )
      .run(writer, number, hash)
  }

  /** Returns the versions that count. */
  countingVersions(): readonly StoredVersion[] {
    return this.database.prepare('SELECT text, hash FROM versions WHERE counts = 1').all().map(versionFromRow)
  }

  /** Returns the versions of a writer with these numbers, in order. */
  versionsOf(writer: string, from: number, to: number): readonly StoredVersion[] {
    return this.database
      .prepare(
        `SELECT text, versions.hash FROM versions JOIN tips ON id = tip
         WHERE writer = ? AND versions.number BETWEEN ? AND ? ORDER BY versions.number`,
      )
      .all(writer, from, to)
      .map(versionFromRow)
  }

  /** Stores a version that counts. `isNew` is true if the database does not show it yet. */
  putVersion(dot: StoredDot, text: string, isNew: boolean): void {
    // a snapshot may hold versions of a writer of whom nothing was read yet
    this.database.prepare("INSERT OR IGNORE INTO tips (writer, number, hash) VALUES (?, 0, '')").run(dot.writer)
    this.insertVersion(
      dot,
      text,
      { counts: true, isNew },
      'ON CONFLICT (tip, number) DO UPDATE SET hash = excluded.hash, text = excluded.text, counts = 1',
    )
  }

  /** Stores a version that no longer counts, unless it is stored. */
  keepVersion(dot: StoredDot, text: string): void {
    this.insertVersion(dot, text, { counts: false, isNew: false }, 'ON CONFLICT DO NOTHING')
  }

  /** Notes that a version no longer counts. */
  retireVersion({ hash, number, writer }: StoredDot): void {
    this.database
      .prepare(
        'UPDATE versions SET counts = 0 WHERE tip = (SELECT id FROM tips WHERE writer = ?) AND number = ? AND hash = ?',
      )
      .run(writer, number, hash)
  }

  dropVersion({ hash, number, writer }: StoredDot): void {
    this.database
      .prepare('DELETE FROM versions WHERE tip = (SELECT id FROM tips WHERE writer = ?) AND number = ? AND hash = ?')
      .run(writer, number, hash)
  }

  /** Returns the versions that were replaced before they came: dot and register. */
  dead(): readonly (readonly [dot: string, register: string])[] {
    return this.database
      .prepare('SELECT dot, register FROM dead')
      .all()
      .map(({ dot, register }) => [String(dot), String(register)] as const)
  }

  putDead(dot: string, register: string): void {
    this.database.prepare('INSERT OR REPLACE INTO dead (dot, register) VALUES (?, ?)').run(dot, register)
  }

  dropDead(dot: string): void {
    this.database.prepare('DELETE FROM dead WHERE dot = ?').run(dot)
  }

  /** Returns the erased items with what was seen of them, as JSON. */
  erasures(): readonly { readonly item: string; readonly seen: string }[] {
    return this.database
      .prepare('SELECT item, seen FROM erasures')
      .all()
      .map(({ item, seen }) => ({ item: String(item), seen: String(seen) }))
  }

  putErasure(item: string, seen: string): void {
    this.database.prepare('INSERT OR IGNORE INTO erasures (item, seen) VALUES (?, ?)').run(item, seen)
  }

  hasReadFile(name: string): boolean {
    return this.database.prepare('SELECT 1 FROM read_files WHERE name = ?').get(name) !== undefined
  }

  putReadFile(name: string): void {
    this.database.prepare('INSERT OR IGNORE INTO read_files (name) VALUES (?)').run(name)
  }

  /** Forgets the files with other names than these. */
  keepReadFiles(names: readonly string[]): void {
    this.database
      .prepare('DELETE FROM read_files WHERE name NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(names))
  }

  /** Returns the versions that the database does not show yet. */
  newVersions(): readonly StoredDot[] {
    return this.database
      .prepare(
        'SELECT writer, versions.number, versions.hash FROM versions JOIN tips ON id = tip WHERE is_new = 1 AND counts = 1',
      )
      .all()
      .map(({ hash, number, writer }) => ({ writer: String(writer), number: Number(number), hash: String(hash) }))
  }

  noteShown({ hash, number, writer }: StoredDot): void {
    this.database
      .prepare(
        'UPDATE versions SET is_new = 0 WHERE tip = (SELECT id FROM tips WHERE writer = ?) AND number = ? AND hash = ?',
      )
      .run(writer, number, hash)
  }

  private insertVersion(
    { hash, number, writer }: StoredDot,
    text: string,
    { counts, isNew }: { readonly counts: boolean; readonly isNew: boolean },
    onConflict: string,
  ): void {
    this.database
      .prepare(
        `INSERT INTO versions (tip, number, hash, text, counts, is_new)
         VALUES ((SELECT id FROM tips WHERE writer = ?), ?, ?, ?, ?, ?) ${onConflict}`,
      )
      .run(writer, number, hash, text, Number(counts), Number(isNew))
  }
}

function versionFromRow({ hash, text }: Readonly<Record<string, unknown>>): StoredVersion {
  return { hash: String(hash), text: String(text) }
}
