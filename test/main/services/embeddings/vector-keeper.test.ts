import { afterEach, beforeEach, expect, test } from 'vitest'
import { VectorKeeper } from '../../../../src/main/services/embeddings/vector-keeper.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { vectorPath } from '../../../../src/main/storage/vector-database.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let keeper: VectorKeeper

beforeEach(() => {
  run = temporaryDatabase()
  const nothing = (): void => undefined
  keeper = new VectorKeeper({ path: databasePath(run.folder), vectors: vectorPath(run.folder) }, nothing, nothing)
})
afterEach(async () => {
  await keeper.close()
  run.dispose()
})

test('answers a query that arrives while its thread is ending', async () => {
  await keeper.ask('collections', null)
  const ends = [keeper.endThread(), keeper.endThread()]
  const asked = [keeper.ask('removeSet', 1), keeper.ask('collections', null)]
  await Promise.all(ends)
  expect(await Promise.all(asked)).toEqual([null, []])
})

test('refuses a query that arrives while it is closing', async () => {
  await keeper.ask('collections', null)
  const closing = keeper.close()
  await expect(keeper.ask('collections', null)).rejects.toMatchObject({ error: { code: 'app_closed' } })
  await closing
})
