import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database, type Row } from '../../../src/main/storage/database.ts'
import { HistoryItems } from '../../../src/main/storage/history-items.ts'
import { underWay } from '../../../src/main/storage/items-under-way.ts'
import { MessageDeletions } from '../../../src/main/storage/message-deletions.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../src/main/storage/open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-migrations-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Migrates a filled database from an earlier schema to the newest. */
function migrated(steps: number, fill: (database: Database) => void, look: (database: Database) => void): void {
  const before = openStorage(folder, 1, migrations.slice(0, steps)).database
  fill(before)
  before.close()
  const { database, notices } = openStorage(folder, 2)
  expect(notices).toEqual([])
  look(database)
  database.close()
}

const rows = (database: Database, table: string): readonly Row[] =>
  database.prepare(`SELECT * FROM ${table} ORDER BY id`).all()

test('a stopped job becomes cancelled, and nothing else of any job changes', () => {
  const before = new Map<string, readonly Row[]>()
  migrated(
    7,
    (database) => {
      for (const [index, status] of [
        'done',
        'failed',
        'queued',
        'sending',
        'stopped',
        'unknown',
        'waiting',
      ].entries()) {
        database
          .prepare(
            `INSERT INTO image_jobs (id, request, status, attempts, created_at, sent_at, dismissed_at)
             VALUES (?, '{"prompt":"茶"}', ?, ?, 5, 6, ?)`,
          )
          .run(status, status, index, index % 2 === 0 ? null : 7)
        database.prepare("INSERT INTO image_pieces (job_id, position, state) VALUES (?, 0, 'failed')").run(status)
        database
          .prepare(
            `INSERT INTO transcription_jobs (id, position, name, bytes, request, status, attempts, cut, listened,
               duration, created_at) VALUES (?, ?, 'talk.wav', 9, '{}', ?, 1, 'no', 1, 2.5, 5)`,
          )
          .run(status, index + 0.5, status)
        database.prepare("INSERT INTO transcription_waveforms VALUES (?, 'AA==')").run(status)
      }
      for (const table of ['image_jobs', 'transcription_jobs']) before.set(table, rows(database, table))
    },
    (database) => {
      for (const table of ['image_jobs', 'transcription_jobs']) {
        const expected = before
          .get(table)
          ?.map((row) => ({ ...row, owner: '', ...(row.status === 'stopped' ? { status: 'cancelled' } : {}) }))
        expect(expected).toHaveLength(7)
        expect(rows(database, table)).toEqual(expected)
        expect(() => database.execute(`UPDATE ${table} SET status = 'stopped' WHERE id = 'done'`)).toThrow()
        database.execute(`DELETE FROM ${table} WHERE id = 'stopped'`)
      }
      // rows of a job are still removed with it
      expect(database.prepare("SELECT 1 FROM image_pieces WHERE job_id = 'stopped'").all()).toEqual([])
      expect(database.prepare("SELECT 1 FROM transcription_waveforms WHERE job_id = 'stopped'").all()).toEqual([])
      expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    },
  )
})

test('messages deleted by an earlier version stay deleted, and can be restored', () => {
  const sizeOf = (database: Database) => new HistoryItems(database).findItem({ kind: 'chat', id: 'c' })?.size
  migrated(
    21,
    (database) => {
      database.execute(`
        INSERT INTO conversations (id, title, model, parameters, created_at, active_at, snippet)
          VALUES ('c', '', 'm', '{}', 1, 1, '');
        INSERT INTO messages (id, conversation_id, parent_id, role, text, model, state, created_at)
          VALUES ('a', 'c', NULL, 'user', 'a', 'm', 'done', 1), ('b', 'c', 'a', 'assistant', 'b', 'm', 'done', 2);
        UPDATE messages SET deletion_id = 'x' WHERE id = 'b';
        INSERT INTO message_deletions (id, conversation_id, at) VALUES ('x', 'c', 5);`)
      expect(sizeOf(database)).toBe(1)
    },
    (database) => {
      const deletions = new MessageDeletions(database)
      expect([sizeOf(database), deletions.countDeletions()]).toEqual([1, 1])
      const deletion = deletions.findDeletion('x')
      if (deletion === null) throw new Error('nothing was deleted')
      expect(database.transaction(() => deletions.restoreDeletion(deletion))).toBe(1)
      expect([sizeOf(database), deletions.countDeletions()]).toEqual([2, 0])
    },
  )
})

test('passages and spending keep their rows, and accept the web', () => {
  migrated(
    25,
    (database) =>
      database.execute(`
        INSERT INTO conversations (id, title, model, parameters, pinned, created_at, active_at, snippet)
          VALUES ('c', 't', 'm', '{}', 0, 1, 1, '');
        INSERT INTO messages (id, conversation_id, role, text, model, state, created_at)
          VALUES ('m', 'c', 'user', 'x', 'm', 'done', 1);
        INSERT INTO message_passages (message_id, number, kind, source, document, title, headings, start_at, end_at, quote)
          VALUES ('m', 1, 'file', 's', '', 'Tides', '[]', 0, 4, 'high');
        INSERT INTO spending (id, at, kind, model, connection_id, connection, item_id, cost, currency)
          VALUES ('p', 1, 'chat', 'm', 'k', 'K', 'c', 5, 'USD');
        UPDATE conversations SET untrusted = 0;`),
    (database) => {
      expect(rows(database, 'spending')).toMatchObject([{ id: 'p', cost: 5, connection: 'K' }])
      database.execute(`
        INSERT INTO spending (id, at, kind, model, connection_id, connection, item_id) VALUES ('q', 2, 'search', 'Exa', '', '', 'c');
        INSERT INTO message_passages (message_id, number, kind, source, document, title, headings, start_at, end_at, quote)
          VALUES ('m', 2, 'web', 'exa', 'https://a.example', 'Ebb', '[]', 0, 3, 'low');`)
      const kept = database.prepare('SELECT number, kind, quote FROM message_passages ORDER BY number').all()
      expect(kept).toEqual([
        { number: 1, kind: 'file', quote: 'high' },
        { number: 2, kind: 'web', quote: 'low' },
      ])
      expect(rows(database, 'conversations')).toMatchObject([{ untrusted: 1 }])
    },
  )
})

describe('the order by time and id', () => {
  const row = fc.record({ id: fc.nat({ max: 999 }), time: fc.nat({ max: 6 }), of: fc.constantFrom('a', 'b') })
  const random = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 60 })
  const lists = {
    connections: '(id, created_at, name, base_url) VALUES (?, ?, ?, 1)',
    prompts: "(id, created_at, title, text, removed) VALUES (?, ?, ?, '', 0)",
    assistants:
      "(id, created_at, name, sign, description, model, parameters, removed) VALUES (?, ?, ?, '', '', '', '{}', 0)",
    memories: '(id, created_at, text, pinned, is_paused) VALUES (?, ?, ?, 0, 0)',
    recipes: "(id, created_at, name, steps) VALUES (?, ?, ?, '[]')",
    recipe_runs: "(id, created_at, name, recipe_id, input_name) VALUES (?, ?, ?, 'r', '')",
    chat_folders: "(id, created_at, name, system, collapsed) VALUES (?, ?, ?, '', 0)",
    image_collections: '(id, created_at, name) VALUES (?, ?, ?)',
    video_collections: '(id, created_at, name) VALUES (?, ?, ?)',
    storyboards: '(id, created_at, name) VALUES (?, ?, ?)',
    mcp_servers:
      "(id, created_at, name, kind, command, arguments, environment_names, url, header_names, enabled) VALUES (?, ?, ?, 'http', '', '[]', '[]', '', '[]', 0)",
    knowledge_sources: "(id, created_at, name, collection_id, kind) VALUES (?, ?, ?, 'k', 'file')",
    messages: "(id, created_at, conversation_id, role, text, model, state) VALUES (?, ?, ?, 'user', '', 'm', 'done')",
    message_deletions: '(id, at, conversation_id) VALUES (?, ?, ?)',
  }

  test.for(Object.entries(lists))('%s of equal times keep their order', ([table, values]) => {
    const time = table === 'message_deletions' ? 'at' : 'created_at'
    const owner = table.startsWith('message') ? 'conversation_id, ' : ''
    fc.assert(
      fc.property(random, (rows) => {
        const database = openInMemory(36)
        for (const of of ['a', 'b'])
          database.execute(`INSERT INTO conversations (id, title, model, parameters, created_at, active_at, snippet)
            VALUES ('${of}', '', 'm', '{}', 1, 1, '')`)
        database.execute("INSERT INTO knowledge_collections (id, name, created_at) VALUES ('k', 'k', 1)")
        for (const row of rows)
          database.prepare(`INSERT INTO ${table} ${values}`).run(String(row.id), 2 + row.time * row.time, row.of)
        const order = (last: string) =>
          database.prepare(`SELECT id FROM ${table} ORDER BY ${owner} ${time}, ${last}`).all()
        const before = order('rowid')
        const times = database.prepare(`SELECT ${time} AS at FROM ${table} ORDER BY rowid`).all()
        database.execute(migrations[36] ?? '')
        expect(order('id')).toEqual(before)
        // no row moves by more than the number of rows before it
        for (const [index, { at }] of database
          .prepare(`SELECT ${time} AS at FROM ${table} ORDER BY rowid`)
          .all()
          .entries())
          expect(Number(at) - Number(times[index]?.at)).toBeLessThan(Math.max(1, rows.length))
        database.close()
      }),
      { numRuns: 10 },
    )
  })

  test('times that are marks, and times of different lists, stay', () => {
    const database = openInMemory(36)
    database.execute(`
      INSERT INTO conversations (id, title, model, parameters, created_at, active_at, snippet)
        VALUES ('a', '', 'm', '{}', 1, 1, ''), ('b', '', 'm', '{}', 1, 1, '');
      INSERT INTO prompts (id, title, text, removed, created_at)
        VALUES ('q', '', '', 0, ${underWay}), ('p', '', '', 0, ${underWay});
      INSERT INTO message_deletions (id, conversation_id, at) VALUES ('y', 'a', 1), ('x', 'a', 1), ('w', 'a', ${underWay});
      INSERT INTO messages (id, conversation_id, role, text, model, state, created_at)
        VALUES ('n', 'a', 'user', '', 'm', 'done', 5), ('m', 'b', 'user', '', 'm', 'done', 5);`)
    const all = () => ['prompts', 'message_deletions', 'messages'].map((table) => rows(database, table))
    const before = all()
    database.execute(migrations[36] ?? '')
    expect(all()).toEqual(before)
    database.close()
  })
})

/** Opens an empty database of a version. */
function openInMemory(version: number): Database {
  const database = new Database(':memory:')
  for (const step of migrations.slice(0, version)) database.execute(step)
  return database
}
