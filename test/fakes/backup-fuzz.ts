import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { strToU8 } from 'fflate'
import { migrations } from '../../src/main/storage/migrations.ts'
import { craftedBackup } from './crafted-backup.ts'
import { Choices } from './seeded-random.ts'

/** A made-up backup with a description of the change. */
export interface FuzzedBackup {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Targets that a made-up backup tries to reach. */
export interface Temptations {
  /** A listening address that must not be contacted. */
  readonly origin: string
  /** A file outside the data folder, with its length and modification time. */
  readonly canary: { readonly path: string; readonly bytes: number; readonly modifiedAt: number; readonly id: string }
}

const statements = [
  "CREATE TRIGGER own AFTER INSERT ON preferences BEGIN UPDATE messages SET text = 'x'; END",
  'CREATE TRIGGER own BEFORE DELETE ON preferences BEGIN DELETE FROM messages; END',
  'CREATE VIEW own AS SELECT * FROM messages',
  'CREATE VIEW own AS WITH RECURSIVE all_(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_) SELECT n FROM all_',
  'ALTER TABLE drafts RENAME TO own',
  'DROP TABLE drafts',
  'DROP TABLE image_draft; CREATE VIEW image_draft AS SELECT 1 AS only, 2 AS draft, 3 AS source_id, 4 AS mask_id',
  'CREATE TABLE own (a INTEGER PRIMARY KEY AUTOINCREMENT)',
  'CREATE TABLE sqlean (a)',
  "CREATE VIRTUAL TABLE own USING fts5(a, content = 'messages')",
  'CREATE VIRTUAL TABLE own USING dbstat',
  'CREATE INDEX own ON messages (upper(text)) WHERE length(text) > 3',
  'ALTER TABLE messages ADD COLUMN own TEXT AS (upper(text)) VIRTUAL',
  'ALTER TABLE media ADD COLUMN own TEXT',
  'DROP INDEX messages_by_parent',
  'ANALYZE',
  'PRAGMA page_size = 512; VACUUM',
  'PRAGMA page_size = 65536; VACUUM',
  'PRAGMA auto_vacuum = FULL; VACUUM',
  "PRAGMA encoding = 'UTF-16le'",
  'PRAGMA application_id = 77',
  'PRAGMA journal_mode = WAL',
]
const schemaChanges = [
  "sql = replace(sql, 'STRICT', '')",
  "sql = replace(sql, 'NOT NULL', '')",
  "sql = replace(sql, 'TEXT', 'BLOB')",
  "sql = replace(sql, 'AFTER', 'BEFORE')",
  'sql = upper(sql)',
  'sql = NULL',
  "sql = 'CREATE TABLE x(y)'",
  'rootpage = 1',
  'rootpage = 2',
  'rootpage = 0',
  'rootpage = 100000',
  "type = 'view'",
  "type = 'index'",
  "name = 'own'",
  "tbl_name = 'media'",
]

/**
 * Makes up backups by changing the archive, the manifest, the database's bytes, its schema, its rows, or running work.
 */
export class BackupFuzz {
  private readonly choices: Choices
  private readonly good: Uint8Array
  private readonly old: readonly Uint8Array[]
  private readonly temptations: Temptations

  constructor(seed: number, good: Uint8Array, temptations: Temptations) {
    this.choices = new Choices(seed)
    this.good = good
    this.temptations = temptations
    this.old = migrations.map((_, index) =>
      readFileSync(join(import.meta.dirname, `../fixtures/backups/schema-${index + 1}.atelier-backup`)),
    )
  }

  next(): FuzzedBackup {
    const kinds = [
      this.archive,
      this.manifest,
      this.pages,
      this.pages,
      this.schema,
      this.version,
      this.values,
      this.values,
      this.values,
      this.work,
      this.settings,
    ] as const
    const make = this.choices.one(kinds)
    // one in eight is an old version, so that migrations run
    const base = this.choices.below(8) === 0 ? this.choices.one(this.old) : this.good
    return make.call(this, base)
  }

  private archive(base: Uint8Array): FuzzedBackup {
    const bytes = Buffer.from(base)
    for (let done = 0; done <= this.choices.below(4); done += 1) this.damage(bytes, bytes.length)
    const cut = this.choices.below(6) === 0 ? this.choices.below(bytes.length) : bytes.length
    return { name: 'archive', bytes: bytes.subarray(0, cut) }
  }

  private manifest(base: Uint8Array): FuzzedBackup {
    const values = [-1, 0, 1, 2, 8, 999, 2 ** 53, 1e308, null, '', 'x', [], {}, [[[]]], 'x'.repeat(100_000)]
    const bytes = craftedBackup(base, {
      manifest: (manifest) => {
        const field = this.choices.one(Object.keys(manifest))
        const value = this.choices.one(values)
        if (field !== 'database' || this.choices.below(2) === 0) return { ...manifest, [field]: value }
        const inner = this.choices.one(['bytes', 'sha256', 'rows'])
        return { ...manifest, database: { ...Object(manifest.database), [inner]: value } }
      },
    })
    return { name: 'manifest', bytes }
  }

  /** Changes bytes of the database file, mostly in page headers. */
  private pages(base: Uint8Array): FuzzedBackup {
    const crafted = craftedBackup(base, {
      bytes: (bytes) => {
        for (let done = 0; done <= this.choices.below(5); done += 1) {
          const page = this.choices.below(bytes.length / 4096) * 4096
          const other = this.choices.below(bytes.length / 4096) * 4096
          switch (this.choices.below(6)) {
            case 0:
              bytes.copy(bytes, page, other, other + 4096)
              break
            case 1:
              this.damage(bytes, 100)
              break
            case 2:
              bytes.writeUInt32BE(this.choices.below(bytes.length / 4096 + 2), page + 8)
              break
            case 3:
              bytes.writeUInt8(this.choices.one([2, 5, 10, 13]), page === 0 ? 100 : page)
              break
            default:
              this.damage(bytes.subarray(page, page + 4096), this.choices.one([16, 200, 4096]))
          }
        }
        return this.choices.below(10) === 0 ? bytes.subarray(0, this.choices.below(bytes.length)) : bytes
      },
    })
    return { name: 'pages', bytes: crafted }
  }

  private schema(base: Uint8Array): FuzzedBackup {
    const statement = this.choices.one(statements)
    const change = this.choices.one(schemaChanges)
    const number = this.choices.random()
    const bytes = craftedBackup(base, {
      database: (database) => {
        if (number < 0.5) tried(() => database.exec(statement))
        else
          tried(() => {
            database.pragma('writable_schema = ON')
            const rows = database.prepare<[], { n: number }>('SELECT max(rowid) AS n FROM sqlite_schema').get()?.n ?? 1
            database.exec(`UPDATE sqlite_schema SET ${change} WHERE rowid = ${1 + Math.floor(number * rows)}`)
          })
      },
    })
    return { name: `schema: ${number < 0.5 ? statement : change}`, bytes }
  }

  private version(base: Uint8Array): FuzzedBackup {
    const version = this.choices.one([-2_147_483_648, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 2_147_483_647])
    const claimed = this.choices.below(2) === 0 ? {} : { schema: 1 + this.choices.below(9) }
    const bytes = craftedBackup(base, {
      database: (database) => void database.pragma(`user_version = ${version}`),
      manifest: (manifest) => ({ ...manifest, ...claimed }),
    })
    return { name: `version ${version}`, bytes }
  }

  /** Sets values in any column of any table, fitting or not. */
  private values(base: Uint8Array): FuzzedBackup {
    const done: string[] = []
    const bytes = craftedBackup(base, {
      database: (database) =>
        loosened(database, () => {
          for (let count = 0; count <= this.choices.below(3); count += 1) {
            const table = this.choices.one(
              database
                .prepare<[], { name: string }>(
                  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'search_%'",
                )
                .all(),
            ).name
            const column = this.choices.one(
              database.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)').all(table),
            ).name
            const value = this.choices.one(this.hostileValues())
            const where = this.choices.below(2) === 0 ? '1' : `rowid % 3 = ${this.choices.below(3)}`
            done.push(`${table}.${column} = ${value.slice(0, 60)}`)
            tried(() => database.exec(`UPDATE OR IGNORE ${table} SET ${column} = ${value} WHERE ${where}`))
          }
        }),
    })
    return { name: done.join(', '), bytes }
  }

  private hostileValues(): readonly string[] {
    const { canary, origin } = this.temptations
    return [
      'NULL',
      "''",
      '0',
      '-1',
      '9007199254740991',
      '9223372036854775807',
      '-9223372036854775808',
      '9e999',
      '1.5',
      "'x'",
      "'../../x'",
      "'x' || char(0) || 'y'",
      "CAST(x'ff80c0' AS TEXT)",
      "x'00ff'",
      'zeroblob(100000)',
      "printf('%.*c', 300000, 'a')",
      "'[1'",
      "'{}'",
      "'null'",
      '\'{"__proto__":{"x":1},"constructor":1}\'',
      `'{"connectionId":"c","model":"m","prompt":"p","n":1e9,"edit":{"sourceId":"${canary.id}","maskId":null,"keepOutside":true}}'`,
      "replace(printf('%.*c', 900, 'x'), 'x', '[') || replace(printf('%.*c', 900, 'x'), 'x', ']')",
      `'${canary.path}'`,
      `'${canary.id}'`,
      `'${origin}/v1'`,
      `'${origin}/p.png'`,
      "'file:///etc/passwd'",
      "'text/html'",
      "'queued'",
      "'saving'",
      "'pending'",
      "'downloading'",
      "'sending'",
      "'streaming'",
      "'unread'",
      'rowid',
    ]
  }

  /** Adds running work, paths and links of one kind. */
  private work(base: Uint8Array): FuzzedBackup {
    const { canary, origin } = this.temptations
    const imageStatus = this.choices.one([
      'queued',
      'sending',
      'waiting',
      'saving',
      'failed',
      'unknown',
      'cancelled',
      'done',
    ])
    const videoStatus = this.choices.one([
      'queued',
      'submitting',
      'pending',
      'processing',
      'downloading',
      'unknown',
      'done',
    ])
    const soundStatus = this.choices.one([
      'receiving',
      'preparing',
      'queued',
      'sending',
      'waiting',
      'paused',
      'unknown',
    ])
    const request = `{"connectionId":"c","model":"m","prompt":"p","n":1,"size":null,"quality":null,"responseFormat":null,"edit":null,"language":null,"temperature":null,"duration":5}`
    const sql = [
      `INSERT INTO connections (id, name, base_url, allow_insecure, key_last_four, created_at) VALUES ('c', 'C', '${origin}/v1', 1, 'abcd', 1)`,
      `INSERT INTO media (id, mime, bytes, created_at, referred_path, referred_at) VALUES ('${canary.id}', 'audio/wav', ${canary.bytes}, 1, '${canary.path}', ${canary.modifiedAt})`,
      `INSERT INTO image_jobs (id, request, status, attempts, created_at, gateway_url, retry_at) VALUES ('fi', '${request}', '${imageStatus}', 1, 1, '${origin}/v1', 1)`,
      `INSERT INTO image_pieces (job_id, position, state, link) VALUES ('fi', 0, 'pending', '${origin}/p.png')`,
      `INSERT INTO video_jobs (id, position, request, model, prompt_folded, status, attempts, refusals, gateway_url, task_id, word_unknown, polls, failed_polls, created_at, next_poll_at, link, dead_links, broken_off, received)
        VALUES ('fv', 1, '${request}', 'm', 'p', '${videoStatus}', 1, 0, '${origin}/v1', 'task', 0, 1, 0, 1, 1, '${origin}/v.mp4', 0, 0, 0)`,
      `INSERT INTO transcription_jobs (id, position, name, bytes, request, source_id, status, attempts, cut, listened, created_at)
        VALUES ('ft', 1, 'n', ${canary.bytes}, '${request}', '${canary.id}', '${soundStatus}', 0, 'no', 1, 1)`,
      "INSERT INTO transcription_pieces (job_id, position, from_ms, to_ms, whole, state) VALUES ('ft', 0, 0, 1, 1, 'waiting')",
    ]
    const bytes = craftedBackup(base, {
      database: (database) => {
        for (const statement of sql) tried(() => database.exec(statement))
      },
    })
    return { name: `work: ${imageStatus}, ${videoStatus}, ${soundStatus}`, bytes }
  }

  private settings(base: Uint8Array): FuzzedBackup {
    const settings = this.choices.one([
      '',
      'null',
      '[]',
      '"x"',
      '{"theme":7,"language":{},"own":1}',
      `{"backupKeep":-1,"backupGigabytes":1e308,"stallSeconds":1e9}`,
      `{"own":"${'x'.repeat(1_000_000)}"}`,
      `${'['.repeat(100_000)}`,
      '{"__proto__":{"theme":"dark"}}',
    ])
    const bytes = craftedBackup(base, {
      settings,
      files: (files) => (this.choices.below(4) === 0 ? { ...files, 'atelier.db-wal': strToU8('x') } : files),
    })
    return { name: `settings ${settings.slice(0, 40)}`, bytes }
  }

  /** Changes one or a few bytes before `end`. */
  private damage(bytes: Buffer, end: number): void {
    const at = this.choices.below(Math.max(1, Math.min(end, bytes.length)))
    if (this.choices.below(3) === 0)
      bytes.fill(this.choices.one([0, 1, 0x7f, 0x80, 0xff]), at, at + this.choices.one([1, 2, 4, 8]))
    else bytes[at] = (bytes[at] ?? 0) ^ (1 << this.choices.below(8))
  }
}

/** Runs changes with SQLite's own column checks turned off. */
function loosened(database: Sqlite.Database, run: () => void): void {
  const triggers = database
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  database.pragma('writable_schema = ON')
  const before = database
    .prepare<[], { rowid: number; sql: string | null }>('SELECT rowid, sql FROM sqlite_schema')
    .all()
  database.exec(
    "UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT', ')'), 'NOT NULL', '') WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'",
  )
  database.pragma('writable_schema = RESET')
  run()
  database.pragma('writable_schema = ON')
  for (const { rowid, sql } of before)
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE rowid = ?').run(sql, rowid)
  database.pragma('writable_schema = RESET')
  for (const { sql } of triggers) database.exec(sql)
}

/** Runs a change; one that SQLite refuses is left out. */
function tried(run: () => void): void {
  try {
    run()
  } catch {
    // another change is drawn for the next backup
  }
}
