import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { termsOf } from '../../../src/main/services/knowledge/query-terms.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { KnowledgeIndex } from '../../../src/main/storage/knowledge-index.ts'
import { openKnowledge } from '../../../src/main/storage/knowledge-schema.ts'

let folder: string
let database: Database
let index: KnowledgeIndex

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-knowledge-'))
  database = openKnowledge(join(folder, 'knowledge.db'), 1)
  index = new KnowledgeIndex(database)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (key: string, text: string, collectionId = 'one') =>
  index.putDocument({
    sourceId: 's',
    collectionId,
    key,
    title: key,
    fingerprint: '1',
    problem: null,
    text,
    unread: [],
    passages: [{ start: 0, end: text.length, partId: null, atMs: null, headings: [], tableHead: null }],
  })
const find = (words: readonly string[], grams: readonly string[], collections = ['one']) =>
  index.passages(index.search({ words, grams }, collections, 10)).map(({ key }) => key)

test('ranks documents with more and rarer terms first, in the chosen collections', () => {
  put('a', 'The tide is high and the boat is near the pier.')
  put('b', 'A boat, a boat, another boat.')
  put('c', 'Tide tables for every boat.', 'two')
  put('d', 'Nothing of the kind.')
  expect(find(['tide', 'boat'], [])).toEqual(['a', 'b'])
  expect(find(['tide', 'boat'], [], ['two'])).toEqual(['c'])
  expect(find(['tide'], [], [])).toEqual([])
})

test('finds one and two Chinese characters, also by a heading or a title', () => {
  put('a', '潮汐由月球引起。')
  put('海.txt', 'tables of the year')
  expect(find([], ['潮汐'])).toEqual(['a'])
  expect(find([], ['月'])).toEqual(['a'])
  expect(find([], ['海'])).toEqual(['海.txt'])
})

test('a changed document loses its old words, and its passages get new ids', () => {
  put('a', 'about tides')
  const [before] = index.passageIds('one')
  put('a', 'about stars')
  expect(find(['tides'], [])).toEqual([])
  expect(find(['stars'], [])).toEqual(['a'])
  expect(index.passageIds('one')).not.toContain(before)
  index.removeDocument('s', 'a')
  expect(find(['stars'], [])).toEqual([])
  expect(index.sources()).toEqual([])
})

test('terms cannot be search syntax', () => {
  put('a', 'about "tides" NEAR and OR')
  for (const term of ['"', 'a" OR "b', 'NEAR(', '*', 'tides NOT x', "';--"])
    expect(() => find([term], [])).not.toThrow()
})

test('a file of another version is rebuilt', () => {
  put('a', 'about tides')
  database.close()
  database = openKnowledge(join(folder, 'knowledge.db'), 2)
  index = new KnowledgeIndex(database)
  expect(index.sources()).toEqual([])
  put('a', 'about tides')
  expect(find(['tides'], [])).toEqual(['a'])
})

test('passage ids continue in a rebuilt file, because vectors refer to them', () => {
  put('a', 'about tides')
  const [before] = index.passageIds('one')
  database.close()
  database = openKnowledge(join(folder, 'knowledge.db'), 2)
  index = new KnowledgeIndex(database)
  put('a', 'about stars')
  expect(index.passageIds('one')).not.toContain(before)
})

test('a damaged file is rebuilt', () => {
  put('a', 'about tides')
  database.close()
  writeFileSync(join(folder, 'knowledge.db'), 'no database, but long enough to be one '.repeat(200))
  database = openKnowledge(join(folder, 'knowledge.db'), 1)
  index = new KnowledgeIndex(database)
  put('b', 'about tides')
  expect(find(['tides'], [])).toEqual(['b'])
})

test('erased words are no longer in the file', () => {
  put('a', 'about CANARYWORD')
  index.removeDocument('s', 'a')
  index.eraseTraces()
  expect(find(['canaryword'], [])).toEqual([])
})

test('renames a file that is not an index, and writes nothing to it', () => {
  const path = join(folder, 'theirs.db')
  const theirs = new Database(path)
  theirs.execute('CREATE TABLE notes (text TEXT) STRICT')
  theirs.close()
  const bytes = readFileSync(path)
  openKnowledge(path, 1).close()
  const aside = readdirSync(folder).find((name) => name.startsWith('theirs-of-another-')) ?? ''
  expect(readFileSync(join(folder, aside))).toEqual(bytes)
  writeFileSync(join(folder, 'text.db'), 'words')
  openKnowledge(join(folder, 'text.db'), 1).close()
  const text = readdirSync(folder).find((name) => name.startsWith('text-of-another-')) ?? ''
  expect(readFileSync(join(folder, text), 'utf8')).toBe('words')
})

test('passages are found with and without their accents', () => {
  put('a', 'Un café près de la mer')
  put('b', 'plain tea')
  const ask = (text: string) => index.passages(index.search(termsOf(text), ['one'], 10)).map(({ key }) => key)
  expect([ask('café'), ask('cafe'), ask('CAFÉ'), ask('tea')]).toEqual([['a'], ['a'], ['a'], ['b']])
})

test('an index of version 1 keeps its passages and ids, and has its documents read again', () => {
  put('a', 'about tides')
  put('b', 'about boats')
  const ids = index.passageIds('one')
  // as version 1 wrote it
  database.execute(`
    ALTER TABLE documents DROP COLUMN unread;
    ALTER TABLE documents DROP COLUMN reader;
    ALTER TABLE passages DROP COLUMN table_head;
  `)
  database.pragma('user_version = 1001')
  database.close()
  database = openKnowledge(join(folder, 'knowledge.db'), 1)
  index = new KnowledgeIndex(database)
  expect(index.passageIds('one')).toEqual(ids)
  expect(find(['tides'], [])).toEqual(['a'])
  expect(index.documents('s').map(({ fingerprint }) => fingerprint)).toEqual(['', ''])
  put('a', 'about tides')
  expect(index.documents('s').map(({ fingerprint }) => fingerprint)).toEqual(['1', ''])
})
