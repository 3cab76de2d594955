import { afterEach, beforeEach, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { KeptAnswers } from '../../../src/main/storage/kept-answers.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
const mediaId = 'b'.repeat(64)
const about = { receivedAt: 7, status: 200, contentType: 'application/json', whole: true, mediaId }

beforeEach(() => {
  run = temporaryDatabase()
  new MediaItems(run.database).addMediaItem({ id: mediaId, mime: 'text/plain', bytes: 1, width: null, height: null }, 1)
})
afterEach(() => run.dispose())

test('an answer is unread until its unused parts are noted, and removed once all are used', () => {
  const answers = new KeptAnswers(run.database)
  const owner = { kind: 'transcription', ownerId: 'j', part: 2 } as const
  const id = answers.insertAnswer(owner, about)
  expect(answers.answersOf('transcription', 'j')).toEqual([
    { ...owner, ...about, id, state: 'unread', leftovers: { also: [], skipped: 0 } },
  ])
  const leftovers = { also: [{ what: 'text', text: 'more words' }], skipped: 3 } as const
  answers.recordUnused(id, leftovers)
  expect(answers.findAnswer(id)).toMatchObject({ state: 'left', leftovers })
  expect([answers.has('transcription', 'j'), answers.has('video', 'j')]).toEqual([true, false])
  answers.removeAnswer(id)
  expect(answers.answersOf('transcription', 'j')).toEqual([])
})

test('an answer is removed with its message', () => {
  new Conversations(run.database).insertConversation(conversation('c'))
  new Messages(run.database).insertMessage(storedMessage('m'))
  const answers = new KeptAnswers(run.database)
  answers.insertAnswer({ kind: 'chat', ownerId: 'm', part: 0 }, about)
  run.database.execute("DELETE FROM conversations WHERE id = 'c'")
  expect(answers.answersOf('chat', 'm')).toEqual([])
})

test('a row that a newer version wrote hides no other', () => {
  const answers = new KeptAnswers(run.database)
  const first = answers.insertAnswer({ kind: 'chat', ownerId: 'm', part: 0 }, about)
  const second = answers.insertAnswer({ kind: 'chat', ownerId: 'm', part: 1 }, about)
  run.database.execute(`UPDATE kept_answers SET state = 'pondered', extra = '{"also": 3' WHERE id = ${first}`)
  expect(answers.answersOf('chat', 'm').map(({ id, state }) => [id, state])).toEqual([
    [first, 'unread'],
    [second, 'unread'],
  ])
})
