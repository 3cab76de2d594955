import { afterEach, beforeEach, expect, test } from 'vitest'
import { PassageSources } from '../../../../src/main/services/embeddings/passage-sources.ts'
import { VectorKeeper } from '../../../../src/main/services/embeddings/vector-keeper.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { vectorPath } from '../../../../src/main/storage/vector-database.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

const collection = 'notes:a'
const model = { connectionId: 'c', model: 'm' }

let run: ReturnType<typeof temporaryDatabase>
let keeper: VectorKeeper
let texts: ReadonlyMap<string, string>
let sources: PassageSources

beforeEach(async () => {
  run = temporaryDatabase()
  const files = { path: databasePath(run.folder), vectors: vectorPath(run.folder) }
  const nothing = (): void => undefined
  keeper = new VectorKeeper(files, nothing, nothing)
  await keeper.ask('choose', { ...model, terms: '{}' })
  sources = new PassageSources(keeper)
  sources.register({
    kind: 'notes',
    collections: () => [collection],
    keys: () => [...texts.keys()].map((key) => ({ key, at: 1 })),
    texts: (_collection, keys) => keys.map((key) => texts.get(key) ?? null),
  })
})
afterEach(async () => {
  await keeper.close()
  run.dispose()
})

/** Gives every text that is wanted a vector; returns how many were sent. */
async function embed(): Promise<number> {
  for (let sent = 0; ; ) {
    const batch = await keeper.ask('batch', { tokensMax: null })
    if (batch === null) return sent
    if (batch === 'budget') throw new Error('there is no budget')
    const textIds = batch.texts.map(({ textId }) => textId)
    const vectors = Float32Array.from(textIds.flatMap(() => [1, 0]))
    const { requestId } = batch
    await keeper.ask('commit', { requestId, model, textIds, dimension: 2, vectors, tokens: 1, unread: [] })
    sent += textIds.length
  }
}

const passages = (from: number, count: number): [string, string][] =>
  Array.from({ length: count }, (_, n) => [`${from + n}`, `Passage ${n}`])

test('a document that is read again has new keys, and only its new texts are sent', async () => {
  texts = new Map(passages(0, 150))
  await sources.sync(collection)
  expect(await embed()).toBe(150)
  texts = new Map([...passages(500, 150), ['999', 'A line at the end']])
  await sources.sync(collection)
  expect(await embed()).toBe(1)
  expect(await keeper.ask('progress', [collection])).toEqual({ texts: 151, embedded: 151 })
})

test('vectors of removed passages and collections are removed', async () => {
  texts = new Map(passages(0, 3))
  await sources.sync(collection)
  await embed()
  texts = new Map(passages(0, 1))
  await sources.sync(collection)
  expect((await keeper.ask('report', null)).done).toBe(1)
  texts = new Map()
  await sources.syncAll()
  expect((await keeper.ask('report', null)).done).toBe(0)
  expect(await keeper.ask('collections', null)).toEqual([])
})
