import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../src/main/storage/database.ts'
import { KnowledgeSources, type StoredSource } from '../../../src/main/storage/knowledge-sources.ts'
import { openStorage } from '../../../src/main/storage/open.ts'

let folder: string
let database: Database
let sources: KnowledgeSources

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-sources-'))
  database = openStorage(folder, 1).database
  // the library's own rows do not matter here
  database.pragma('foreign_keys = OFF')
  sources = new KnowledgeSources(database)
  for (const id of ['kept', 'gone']) sources.addCollection({ id, name: id, createdAt: 1 })
  for (const [id, collectionId] of [
    ['a', 'kept'],
    ['b', 'kept'],
    ['c', 'gone'],
  ] as const)
    sources.addSource(file(id, collectionId))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (id: string, collectionId: string): StoredSource => ({
  ...{ id, collectionId, kind: 'file', name: `${id}.md`, mediaId: `media of ${id}` },
  ...{ folder: null, itemId: null, createdAt: 1 },
})
const left = (table: 'sources' | 'collections') =>
  database
    .prepare(`SELECT id FROM knowledge_${table} ORDER BY id`)
    .all()
    .map(({ id }) => id)

test('expired sources are removed with the files of a deleted collection, and nothing else', () => {
  sources.markSource('b', 10)
  sources.markCollection('gone', 20)
  expect(sources.purgeSources(5)).toEqual([])
  expect(sources.purgeSources(10)).toEqual(['media of b'])
  expect([left('sources'), left('collections')]).toEqual([
    ['a', 'c'],
    ['gone', 'kept'],
  ])
  expect(sources.purgeSources(20)).toEqual(['media of c'])
  expect([left('sources'), left('collections')]).toEqual([['a'], ['kept']])
  expect(sources.oldestDeletion()).toBeNull()
})
