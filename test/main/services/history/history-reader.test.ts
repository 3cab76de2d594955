import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HistoryReader } from '../../../../src/main/services/history/history-reader.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

/** More texts than one step of the index takes. */
const manyTexts = 1200

let run: ReturnType<typeof temporaryDatabase>
let reader: HistoryReader

beforeEach(() => {
  run = temporaryDatabase()
  reader = new HistoryReader(databasePath(run.folder), () => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  await reader.close()
  run.dispose()
})

function addTexts(count: number): void {
  const messages = new Messages(run.database)
  new Conversations(run.database).insertConversation(conversation('c'))
  run.database.transaction(() => {
    for (let at = 0; at < count; at += 1) messages.insertMessage(storedMessage(`m${at}`))
  })
}

/** Number of texts that are not indexed. */
const pendingTexts = (): unknown => run.database.prepare('SELECT count(*) AS n FROM search_pending').get()?.n

test('indexing starts a second after the app, without a question', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  addTexts(1)
  reader.startIndexing()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await expect.poll(pendingTexts).toBe(0)
})

test('a question starts indexing at once', async () => {
  addTexts(1)
  await reader.askThread('history.facets', {})
  await expect.poll(pendingTexts).toBe(0)
})

test('a thread that starts during pauses answers, and indexes once all of them are over', async () => {
  addTexts(manyTexts)
  const endFirst = reader.pauseIndexing()
  const endSecond = reader.pauseIndexing()
  await reader.askThread('history.facets', {})
  const pending = pendingTexts()
  expect(pending).toBeGreaterThan(0)
  endFirst()
  endFirst()
  for (let round = 0; round < 10; round += 1) await reader.askThread('history.facets', {})
  expect(pendingTexts()).toBe(pending)
  endSecond()
  await expect.poll(pendingTexts).toBe(0)
})
