import { expect, test } from 'vitest'
import { AnswerFlow } from '../../../../src/main/services/chat/answer-flow.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Journal } from '../../../../src/main/storage/journal.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { ManualClock } from '../../../fakes/platform.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

test('a surrogate pair that arrives in two halves is whole in the journal', () => {
  const { database, dispose } = temporaryDatabase()
  new Conversations(database).insertConversation(conversation('c'))
  new Messages(database).insertMessage(storedMessage('m', { state: 'streaming' }))
  const journal = new Journal(database)
  const clock = new ManualClock()
  const flow = new AnswerFlow({
    base: '',
    clock,
    show: () => undefined,
    journal: (text) => journal.append('m', text),
  })
  const whole = 'a😀b'
  for (const unit of Array.from({ length: whole.length }, (_, at) => whole.charAt(at))) {
    flow.addPiece(unit)
    clock.advance(60)
  }
  expect(journal.readText('m')).toBe(whole)
  expect(flow.textSoFar).toBe(whole)
  dispose()
})
