import { afterEach, beforeEach, expect, test } from 'vitest'
import { VectorStore } from '../../../../src/main/services/embeddings/vector-store.ts'
import { MeaningChanges } from '../../../../src/main/storage/meaning-changes.ts'
import { openVectors } from '../../../../src/main/storage/vector-database.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let vectors: ReturnType<typeof openVectors>

beforeEach(() => {
  run = temporaryDatabase()
  vectors = openVectors(`${run.folder}/vectors.db`, 1)
})
afterEach(() => {
  vectors.database.close()
  run.dispose()
})

const open = (canSearch = true) =>
  new VectorStore({
    vectors: vectors.database,
    canSearch,
    changes: new MeaningChanges(run.database),
    now: () => 1,
  })
const model = { connectionId: 'c', model: 'm' }
const passage = (key: string) => ({ key, at: Number(key), text: `passage ${key}` })

test('nothing is searched without sqlite-vec, and the report has the reason', () => {
  const store = open(false)
  expect(store.report().canSearch).toBe(false)
  const input = { vector: Float32Array.of(1), collections: ['history'], limit: 1 }
  expect(() => store.nearest(input)).toThrow(AppFailure)
})

test('vectors of another model than the chosen one are stored in its own set', () => {
  const store = open()
  store.chooseModel({ ...model, terms: '{}' })
  store.putPassages({ collection: 'knowledge:a', passages: [passage('1')] })
  const batch = store.batch({ tokensMax: null })
  if (batch === null || batch === 'budget') throw new Error('no batch')
  store.chooseModel({ connectionId: 'c', model: 'other', terms: '{}' })
  const textIds = batch.texts.map(({ textId }) => textId)
  const answer = { requestId: batch.requestId, textIds, unread: [], tokens: 5 }
  expect(store.commit({ ...answer, model, dimension: 2, vectors: Float32Array.of(1, 0) })).toBe(true)
  expect(store.report()).toMatchObject({ done: 0, wanted: { texts: 1 }, sets: [{ model: 'm', vectors: 1 }] })
  store.chooseModel({ ...model, terms: '{}' })
  expect(store.report()).toMatchObject({ done: 1, wanted: { texts: 0 } })
  // another dimension cannot be compared with what there is
  expect(store.commit({ ...answer, model, dimension: 3, vectors: Float32Array.of(1, 0, 0) })).toBe(false)
})

test('removed passages are forgotten, and only missing ones are requested', () => {
  const store = open()
  store.chooseModel({ ...model, terms: '{}' })
  expect(store.compare({ collection: 'knowledge:a', keys: ['1', '2'] })).toEqual(['1', '2'])
  store.putPassages({ collection: 'knowledge:a', passages: [passage('1'), passage('2')] })
  expect(store.compare({ collection: 'knowledge:a', keys: ['2', '3'] })).toEqual(['3'])
  store.retain({ collection: 'knowledge:a', keys: ['2', '3'] })
  expect(store.progress(['knowledge:a'])).toEqual({ texts: 1, embedded: 0 })
  expect(store.collections()).toEqual(['knowledge:a'])
  store.retain({ collection: 'knowledge:a', keys: [] })
  expect([store.collections(), store.report().wanted.texts]).toEqual([[], 0])
})

test('a budget blocks requests that would exceed it', () => {
  const store = open()
  store.chooseModel({ ...model, terms: '{}' })
  store.putPassages({ collection: 'knowledge:a', passages: [passage('1'), passage('2')] })
  expect(store.batch({ tokensMax: 1 })).toBe('budget')
  expect(store.batch({ tokensMax: 3 })).toMatchObject({ estimated: 3, texts: [{ text: null, places: [{ key: '2' }] }] })
})
