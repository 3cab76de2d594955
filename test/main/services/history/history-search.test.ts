import { afterEach, beforeEach, expect, test } from 'vitest'
import { HistorySearch } from '../../../../src/main/services/history/history-search.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { HistoryItems } from '../../../../src/main/storage/history-items.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { SearchIndex } from '../../../../src/main/storage/search-index.ts'
import { SearchQuery } from '../../../../src/main/storage/search-query.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let index: SearchIndex
let search: HistorySearch

beforeEach(() => {
  run = temporaryDatabase()
  index = new SearchIndex(run.database)
  search = searchBy(() => 0)
  new Conversations(run.database).insertConversation(conversation('c'))
  new Messages(run.database).insertMessage(storedMessage('old', { text: 'celadon of Longquan' }))
  index.advance(100, Number.POSITIVE_INFINITY, () => 0)
})
afterEach(() => run.dispose())

const searchBy = (now: () => number) =>
  new HistorySearch({ index, items: new HistoryItems(run.database), query: new SearchQuery(run.database), now })
const ask = (text: string, by = search) => by.search({ text, filter: everything, limit: 10, next: null })

test('a search finds text written a moment ago', () => {
  new Messages(run.database).insertMessage(storedMessage('new', { text: 'celadon of today' }))
  const { items, indexed } = ask('celadon')
  expect(items[0]?.hits.map(({ partId }) => partId).toSorted()).toEqual(['new', 'old'])
  expect(indexed).toBe(1)
})

test('a search finds the latest messages on a machine that indexes one in each step', () => {
  const messages = new Messages(run.database)
  for (let n = 0; n < 15; n += 1) messages.insertMessage(storedMessage(`new ${n}`, { text: `celadon ${n}` }))
  let now = 0
  const { indexed } = ask(
    'celadon',
    searchBy(() => (now += 1_000)),
  )
  expect(indexed).toBe(1)
  expect(index.pending()).toBe(0)
})

test('a search does not wait for many old changes', () => {
  const messages = new Messages(run.database)
  for (let n = 0; n < 100; n += 1) messages.insertMessage(storedMessage(`new ${n}`, { text: `celadon ${n}` }))
  let now = 0
  const { indexed } = ask(
    'celadon',
    searchBy(() => (now += 1_000)),
  )
  expect(indexed).toBeLessThan(1)
  expect(index.pending()).toBe(99)
})

test.each([
  ['is full', 'max_page_count = 1'],
  ['cannot be written', 'query_only = ON'],
])('a search still uses the existing index when the disk %s', (_name, refusal) => {
  const text = 'celadon '.repeat(20_000)
  new Messages(run.database).insertMessage(storedMessage('new', { text }))
  run.database.pragma(refusal)
  expect(() => index.advance(100, Number.POSITIVE_INFINITY, () => 0)).toThrow()
  const { items, indexed } = ask('celadon')
  expect(items[0]?.hits.map(({ partId }) => partId)).toEqual(['old'])
  // the answer reports that the index is incomplete
  expect(indexed).toBeLessThan(1)
})
