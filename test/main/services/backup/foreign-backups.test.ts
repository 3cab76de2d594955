import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../../src/main/services/backup/backup-maker.ts'
import { proveBackup } from '../../../../src/main/services/backup/backup-proof.ts'
import { bringBack } from '../../../../src/main/services/backup/backup-restorer.ts'
import { migrations } from '../../../../src/main/storage/migrations.ts'
import { newCopyName } from '../../../../src/main/storage/pending-restore.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { type Crafting, craftedBackup } from '../../../fakes/crafted-backup.ts'
import { fillDataFolder } from '../../../fakes/filled-folder.ts'

let folder: string
let good: Buffer
const at = (...names: string[]): string => join(folder, ...names)
const quiet = (): void => undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-foreign-'))
  await fillDataFolder(at('data'), { messages: 40, files: 3 })
  mkdirSync(at('work'))
  const about = { app: '1', madeAt: 9, settings: '{}', passphrase: null, work: at('work') }
  await makeBackup({ dataFolder: at('data'), path: at('good.atelier-backup'), ...about }, quiet)
  good = readFileSync(at('good.atelier-backup'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `taken`, or the code of the refusal. */
async function proofOf(crafting: Crafting): Promise<string> {
  writeFileSync(at('tried'), craftedBackup(good, crafting))
  rmSync(at('work'), { recursive: true, force: true })
  mkdirSync(at('work'))
  const opening = { dataFolder: at('data'), path: at('tried'), passphrase: null, work: at('work') }
  return await proveBackup(opening, quiet).then(() => 'taken', codeOf)
}

/** The same for restoring into another data folder, up to the decisive step. */
async function restoreOf(crafting: Crafting): Promise<string> {
  writeFileSync(at('tried'), craftedBackup(good, crafting))
  for (const name of ['work', 'target']) {
    rmSync(at(name), { recursive: true, force: true })
    mkdirSync(at(name))
  }
  const opening = { dataFolder: at('target'), path: at('tried'), passphrase: null, work: at('work') }
  return await bringBack({ ...opening, copy: newCopyName() }, quiet).then(() => 'taken', codeOf)
}

function codeOf(cause: unknown): string {
  if (cause instanceof AppFailure) return cause.error.code
  throw cause
}

type Change = (database: Sqlite.Database) => void
const running =
  (sql: string): Change =>
  (database) =>
    void database.exec(sql)
/** Changes the schema table itself, which needs deliberate settings. */
const schema =
  (sql: string): Change =>
  (database) => {
    database.pragma('writable_schema = ON')
    database.exec(sql)
    database.pragma('writable_schema = RESET')
  }

describe('a backup whose manifest vouches for everything', () => {
  test('a backup without changes is accepted, so that the following refusals have one cause', async () => {
    expect(await proofOf({})).toBe('taken')
    expect(await proofOf({ database: running("UPDATE messages SET text = 'other words'") })).toBe('taken')
  })

  test.each<readonly [string, Change]>([
    [
      'a trigger of its own',
      running("CREATE TRIGGER own AFTER UPDATE ON conversations BEGIN UPDATE messages SET text = 'x'; END"),
    ],
    [
      'a trigger of ours with other words',
      running(`DROP TRIGGER history_message_added; CREATE TRIGGER history_message_added AFTER INSERT ON messages BEGIN
        UPDATE messages SET text = 'x'; END`),
    ],
    ['a trigger of ours too few', running('DROP TRIGGER history_message_added')],
    ['a view', running('CREATE VIEW spy AS SELECT * FROM messages')],
    [
      'a view in place of a table',
      running(`ALTER TABLE drafts RENAME TO other; DROP TABLE other;
        CREATE VIEW drafts AS SELECT id AS conversation_id, text FROM messages`),
    ],
    [
      'a trigger that acts instead of a view',
      running(`CREATE VIEW spy AS SELECT * FROM drafts;
        CREATE TRIGGER own INSTEAD OF INSERT ON spy BEGIN DELETE FROM messages; END`),
    ],
    ['a table of its own', running('CREATE TABLE own (a)')],
    ['a table that counts its rows', running('CREATE TABLE own (a INTEGER PRIMARY KEY AUTOINCREMENT)')],
    ['a table without types', running('DROP TABLE drafts; CREATE TABLE drafts (conversation_id, text)')],
    ['a virtual table', running("CREATE VIRTUAL TABLE own USING fts5(a, content = 'messages')")],
    ['a table of space', running('CREATE VIRTUAL TABLE own USING rtree(a, b, c)')],
    ['an index of its own', running('CREATE INDEX own ON messages (text)')],
    ['an index on an expression', running('CREATE INDEX own ON messages (upper(text))')],
    ['an index too few', running('DROP INDEX messages_by_parent')],
    ['a generated column', running('ALTER TABLE messages ADD COLUMN own TEXT AS (upper(text))')],
    ['a column of its own', running('ALTER TABLE messages ADD COLUMN own TEXT')],
    ['statistics', running('ANALYZE')],
    [
      'a default that is a function',
      schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'pinned        INTEGER NOT NULL DEFAULT 0', 'pinned INTEGER NOT NULL DEFAULT (random())') WHERE name = 'conversations'",
      ),
    ],
    [
      'a check too few',
      schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (role IN (''user'', ''assistant''))', '') WHERE name = 'messages'",
      ),
    ],
    [
      'two tables of one tree',
      schema(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'connections') WHERE name = 'messages'",
      ),
    ],
    ['a table in the tree of the schema', schema("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'messages'")],
    ['a table beyond the end', schema("UPDATE sqlite_schema SET rootpage = 1000000 WHERE name = 'messages'")],
    [
      'a schema that is no SQL',
      schema("UPDATE sqlite_schema SET sql = 'CREATE TABLE messages' WHERE name = 'messages'"),
    ],
  ])('is refused with %s', async (_what, change) => {
    expect(await proofOf({ database: change })).toBe('backup_damaged')
  })

  test.each([0, -1, -2_147_483_648, 1, 3, 5, 6, 7])('a backup with a false version %i is refused', async (version) => {
    expect(await proofOf({ database: running(`PRAGMA user_version = ${version}`) })).toBe('backup_damaged')
  })

  test.each([migrations.length + 1, 99, 2_147_483_647])(
    'a backup of the newer version %i is refused',
    async (version) => {
      expect(await proofOf({ database: running(`PRAGMA user_version = ${version}`) })).toBe('backup_newer')
      const claiming = { manifest: (manifest: object) => ({ ...manifest, schema: 7 }) }
      expect(await proofOf({ database: running(`PRAGMA user_version = ${version}`), ...claiming })).toBe('backup_newer')
    },
  )

  test.each<readonly [string, string]>([
    ['an id that leads out', "UPDATE media SET id = '../../../../etc/passwd' WHERE rowid = 1"],
    ['an id in capitals', 'UPDATE media SET id = upper(id) WHERE rowid = 1'],
    ['an id with something behind it', "UPDATE media SET id = id || char(0) || 'x' WHERE rowid = 1"],
    ['another length than its file', 'UPDATE media SET bytes = bytes + 1 WHERE rowid = 1'],
    ['a length below nothing', 'UPDATE media SET bytes = -1, referred_path = id WHERE rowid = 1'],
    ['a time beyond all times', 'UPDATE messages SET created_at = 9007199254740993 WHERE rowid = 1'],
    ['a number that is none', 'UPDATE conversations SET active_at = -9223372036854775808'],
    [
      'an infinite place',
      `INSERT INTO video_jobs (id, position, request, model, prompt_folded, status, attempts, refusals,
      word_unknown, polls, failed_polls, created_at, dead_links, broken_off, received)
      VALUES ('v', 9e999, '{"prompt":"p"}', 'm', '', 'done', 0, 0, 0, 0, 0, 1, 0, 0, 0)`,
    ],
    ['a text for a number', "UPDATE conversations SET pinned = 'x'"],
    ['a title of megabytes', "UPDATE conversations SET title = printf('%.*c', 1000000, 'x')"],
    ['an id of megabytes', "UPDATE connections SET id = printf('%.*c', 1000000, 'x')"],
    ['a state that there is not', "UPDATE messages SET state = 'acting' WHERE rowid = 1"],
    ['details that are no JSON', "UPDATE conversations SET parameters = 'x'"],
    [
      'details that are 2,000 deep',
      "UPDATE conversations SET parameters = replace(printf('%.*c', 2000, 'x'), 'x', '[') || replace(printf('%.*c', 2000, 'x'), 'x', ']')",
    ],
    ['an item of a kind that there is not', "UPDATE history_items SET kind = 'own'"],
  ])('is refused with %s', async (_what, sql) => {
    const loosened = (database: Sqlite.Database): void => {
      // SQLite itself would refuse it
      database.pragma('writable_schema = ON')
      const strict = database.prepare("UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')")
      const loose = database.prepare<[], { sql: string; rowid: number }>('SELECT rowid, sql FROM sqlite_schema').all()
      strict.run()
      database.pragma('writable_schema = RESET')
      database.exec(
        `INSERT OR IGNORE INTO connections (id, name, base_url, created_at) VALUES ('c1', 'C', 'https://c.invalid', 1)`,
      )
      database.exec(sql)
      database.pragma('writable_schema = ON')
      for (const { rowid, sql: before } of loose)
        database.prepare('UPDATE sqlite_schema SET sql = ? WHERE rowid = ?').run(before, rowid)
      database.pragma('writable_schema = RESET')
    }
    expect(await proofOf({ database: loosened })).toBe('backup_damaged')
  })

  test.each<readonly [string, (bytes: Buffer) => void]>([
    ['texts of another encoding', (bytes) => void bytes.writeUInt32BE(2, 56)],
    ['pages with something at their ends', (bytes) => void bytes.writeUInt8(32, 20)],
    ['pages of another size', (bytes) => void bytes.writeUInt16BE(512, 16)],
    ['more pages than there are', (bytes) => void bytes.writeUInt32BE(1_000_000, 28)],
    ['a version of the format that is not there', (bytes) => void bytes.writeUInt8(9, 19)],
    [
      'a schema that leads back to itself',
      (bytes) => {
        // an interior page that lists itself as every child
        bytes.writeUInt8(5, 100)
        bytes.writeUInt32BE(1, 108)
      },
    ],
  ])('is refused with %s', async (_what, change) => {
    const bytes = (file: Buffer): Buffer => {
      change(file)
      return file
    }
    expect(await proofOf({ bytes })).toBe('backup_damaged')
  })

  test('a backup with a false journal mode is read as if it had no journal', async () => {
    const bytes = (file: Buffer): Buffer => {
      file.writeUInt16BE(0x0202, 18)
      return file
    }
    expect(await proofOf({ bytes })).toBe('taken')
  })
})

describe('a small backup with far too many rows', () => {
  const many = (count: number): string =>
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})`

  test('a small backup with hundreds of rows is accepted', async () => {
    const sql = `${many(500)} INSERT INTO message_attachments SELECT 'm-1', n + 10, (SELECT id FROM media LIMIT 1) FROM number`
    expect(await restoreOf({ database: running(sql) })).toBe('taken')
  })

  test.each<readonly [string, string]>([
    [
      'versions of one message',
      `${many(10_001)} INSERT INTO messages (id, conversation_id, parent_id, role, text, model, state, created_at)
       SELECT 'v' || n, 'm-c0', 'm-1', 'user', '', '', 'done', n FROM number`,
    ],
    [
      'pictures of one message',
      `${many(1001)} INSERT INTO message_attachments SELECT 'm-1', n + 10, (SELECT id FROM media LIMIT 1) FROM number`,
    ],
    [
      'pictures of one job',
      `INSERT INTO image_jobs (id, request, status, attempts, created_at) VALUES ('j', '{}', 'done', 1, 1);
       ${many(2001)} INSERT INTO image_pieces (job_id, position, state) SELECT 'j', n, 'failed' FROM number`,
    ],
    ['tags', `${many(10_001)} INSERT INTO history_tags SELECT 'chat', 'm-c0', 't' || n FROM number`],
    ['collections', `${many(10_001)} INSERT INTO image_collections SELECT n, n, n FROM number`],
    ['collections of videos', `${many(10_001)} INSERT INTO video_collections SELECT n, n, n FROM number`],
    ['storyboards', `${many(1001)} INSERT INTO storyboards SELECT n, n, n FROM number`],
    [
      'connections',
      `${many(1001)} INSERT INTO connections SELECT n, n, 'https://c.invalid/v1', 0, NULL, n FROM number`,
    ],
  ])('is refused with thousands of %s, and nothing lies beside the database', async (_what, sql) => {
    expect(await restoreOf({ database: running(sql) })).toBe('backup_damaged')
    expect(readdirSync(at('target')).filter((name) => name.includes('restoring'))).toEqual([])
  })
})
