import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { holdsIn, holdsWords } from '../../../src/main/storage/folded-conditions.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../src/main/storage/open.ts'
import { Refolding } from '../../../src/main/storage/refolding.ts'
import { gramsOf } from '../../../src/main/storage/search-grams.ts'
import { SearchIndex } from '../../../src/main/storage/search-index.ts'
import { SearchQuery } from '../../../src/main/storage/search-query.ts'
import { caseFolded } from '../../../src/shared/folded-text.ts'
import { everything, olderSearchable, readQuery } from '../../../src/shared/history-query.ts'
import { conversation, storedMessage } from '../../fakes/storage.ts'

const texts: readonly (readonly [id: string, text: string])[] = [
  ['accent', 'We met in a café by the sea.'],
  ['plain', 'The cafe is closed.'],
  ['short', 'Ở đó'],
  ['tea', '今天喝茶'],
]

let folder: string
let database: Database
let index: SearchIndex

/** A database of version 22, as that version wrote it, opened by this one. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-refolding-'))
  const { database: older } = openStorage(folder, 1, migrations.slice(0, 22))
  new Conversations(older).insertConversation(conversation('c', { title: 'Été' }))
  for (const [id, text] of texts) new Messages(older).insertMessage(storedMessage(id, { text }))
  const at = `VALUES ('i', 'j', 0, 'm', 0, 'm', 2, ?, ?)`
  older.execute(`INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES ('m', 'image/png', 1, 1, 1, 1);
    INSERT INTO image_jobs (id, request, status, attempts, created_at) VALUES ('j', '{}', 'done', 1, 2)`)
  older
    .prepare(
      `INSERT INTO images (id, job_id, position, media_id, edited, model, created_at, prompt, prompt_folded) ${at}`,
    )
    .run('Ein Schloß am Rhein, über dem Fluß', caseFolded('Ein Schloß am Rhein, über dem Fluß'))
  new SearchIndex(older).advance(100, Number.POSITIVE_INFINITY, () => 0)
  for (const { id, text } of older
    .prepare('SELECT search_documents.id, text FROM search_documents JOIN messages ON messages.id = part_id')
    .all()) {
    older.prepare('DELETE FROM search_trigrams WHERE rowid = ?').run(Number(id))
    older.prepare('DELETE FROM search_grams WHERE rowid = ?').run(Number(id))
    const folded = olderSearchable(String(text))
    older.prepare('INSERT INTO search_trigrams (rowid, text) VALUES (?, ?)').run(Number(id), folded)
    older.prepare('INSERT INTO search_grams (rowid, grams) VALUES (?, ?)').run(Number(id), gramsOf(folded))
  }
  older.close()
  database = openStorage(folder, 1).database
  index = new SearchIndex(database)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const found = (query: string): readonly string[] =>
  new SearchQuery(database)
    .findDocuments(readQuery(query), everything, null, 100)
    .filter(({ part }) => part === 'message')
    .map(({ partId }) => partId)
    .toSorted()
const images = (query: string): number => {
  const conditions = holdsWords(query, holdsIn('prompt_folded'))
  const where = conditions.map(({ sql }) => sql).join(' AND ')
  return database.prepare(`SELECT id FROM images WHERE ${where}`).all(...conditions.flatMap(({ values }) => values))
    .length
}
const documents = () => database.prepare('SELECT * FROM search_documents ORDER BY id').all()
function foldAll(refolding = new Refolding(database, index), steps = Number.POSITIVE_INFINITY): void {
  for (let step = 0; step < steps && refolding.advance(1, 4, () => 0); step += 1);
}

test('texts of an older version are found as before until they are folded again', () => {
  expect(index.indexed()).toBeLessThan(1)
  expect(found('café')).toEqual(['accent', 'plain'])
  expect(found('cafe')).toEqual(['plain'])
  expect(found('đó')).toEqual(['short'])
  expect(found('-café')).toEqual(['short', 'tea'])
  expect(found('茶')).toEqual(['tea'])
  expect(images('Schloß über')).toBe(1)
})

test('folded texts are found with and without accents, and no document becomes another', () => {
  const before = documents()
  foldAll()
  expect(index.indexed()).toBe(1)
  for (const query of ['café', 'cafe', 'CAFÉ']) expect(found(query)).toEqual(['accent', 'plain'])
  for (const query of ['do', 'đó', 'o']) expect(found(query)).toContain('short')
  expect(found('-cafe')).toEqual(['short', 'tea'])
  for (const query of ['schloss', 'Schloß', 'uber fluss']) expect(images(query)).toBe(1)
  expect(documents()).toEqual(before)
  expect(index.pending()).toBe(0)
})

test('folding runs in steps that a later run continues', () => {
  foldAll(undefined, 2)
  expect(index.indexed()).toBeLessThan(1)
  foldAll(new Refolding(database, index))
  expect(found('cafe')).toEqual(['accent', 'plain'])
  expect(database.prepare('SELECT * FROM search_refolding').all()).toEqual([])
})

test('folded texts are not processed again', () => {
  foldAll()
  database.prepare("UPDATE images SET prompt_folded = 'as it is'").run()
  foldAll(new Refolding(database, index))
  expect(images('as it is')).toBe(1)
})

test('folding ends soon after its budget', () => {
  let now = 0
  const refolding = new Refolding(database, index)
  refolding.advance(100, 2, () => {
    now += 1
    return now
  })
  expect(found('cafe').length + found('do').length).toBeLessThan(3)
  foldAll(refolding)
  expect(found('cafe')).toEqual(['accent', 'plain'])
})

test('folding reads only the texts that fit into a step', () => {
  class CountingIndex extends SearchIndex {
    read = 0
    override source(...about: Parameters<SearchIndex['source']>): ReturnType<SearchIndex['source']> {
      this.read += 1
      return super.source(...about)
    }
  }
  const counting = new CountingIndex(database)
  let now = 0
  new Refolding(database, counting).advance(400, 2, () => {
    now += 1
    return now
  })
  expect(counting.read).toBe(2)
})
