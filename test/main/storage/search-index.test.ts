import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { SearchIndex } from '../../../src/main/storage/search-index.ts'
import { SearchQuery } from '../../../src/main/storage/search-query.ts'
import { everything, readQuery, searchable } from '../../../src/shared/history-query.ts'
import { randomFrom } from '../../fakes/seeded-random.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let index: SearchIndex
let query: SearchQuery

beforeEach(() => {
  run = temporaryDatabase()
  index = new SearchIndex(run.database)
  query = new SearchQuery(run.database)
})
afterEach(() => run.dispose())

const alphabet = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEÄÖÜßéèñ0123456789',
  ...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可',
  ...'あいうえおアイウエオ日本語東京가나다한국말',
  ...'.,;:!?"\'()[]{}<>*/\\-_+=&%$#@~`|，。！？、；：“”（）…—',
  ...'😀🎉👍🏽🇨🇳é',
  ' ',
  ' ',
  ' ',
  ' ',
  '\n',
]

function sentence(random: () => number, length: number): string {
  let text = ''
  // prefers the first letters of each script, as natural languages prefer common ones
  for (let at = 0; at < length; at += 1) text += alphabet[Math.floor(random() * alphabet.length)] ?? ''
  return text
}

describe('the search index', () => {
  test('the search finds everything that a scan of all texts finds', () => {
    const seed = Number(process.env.SEARCH_SEED ?? 20_261_121)
    const random = randomFrom(seed)
    const texts = Array.from({ length: 3000 }, () => sentence(random, 5 + Math.floor(random() * 120)))
    const conversations = new Conversations(run.database)
    const messages = new Messages(run.database)
    run.database.transaction(() => {
      conversations.insertConversation(conversation('c', { title: 'ᚠ' }))
      for (const [at, text] of texts.entries())
        messages.insertMessage(storedMessage(`m${at}`, { conversationId: 'c', text, createdAt: 1000 + at }))
    })
    // in many small steps, with merges between and at the end
    let now = 0
    const tick = (): number => (now += 1)
    while (index.advance(20, Number.POSITIVE_INFINITY, () => 0) > 0) index.merge(5, tick)
    while (index.merge(5, tick));
    const searched = texts.map(searchable)
    let wanted = 0
    let found = 0
    for (let asked = 0; asked < 2000; asked += 1) {
      const source = [...(texts[Math.floor(random() * texts.length)] ?? '')]
      const length = 1 + Math.floor(random() * 6)
      const at = Math.floor(random() * Math.max(1, source.length - length))
      const text = source.slice(at, at + length).join('')
      const { words, without, models, kinds, from, before, after } = readQuery(text)
      // another test covers words that happen to be operators
      if (without.length + models.length + kinds.length > 0 || (from ?? before ?? after) !== null) continue
      const there = searched.flatMap((one, place) => (words.every((word) => one.includes(word)) ? [`m${place}`] : []))
      if (words.length === 0) continue
      const hits = query.findDocuments(readQuery(text), everything, null, 10_000).map(({ partId }) => partId)
      wanted += there.length
      found += hits.filter((id) => there.includes(id)).length
      expect(hits.toSorted(), JSON.stringify(text)).toEqual(there.toSorted())
    }
    console.log(`seed ${seed}: ${wanted} to be found, ${found} found`)
    expect(found).toBe(wanted)
  })
})
