import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Assistants } from '../../../src/main/storage/assistants.ts'
import { ConversationCopies } from '../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { checkForeign } from '../../../src/main/storage/foreign-database.ts'
import { underWay } from '../../../src/main/storage/items-under-way.ts'
import { MarkedMessages } from '../../../src/main/storage/marked-messages.ts'
import { Prompts } from '../../../src/main/storage/prompts.ts'
import { defaultParameters } from '../../../src/shared/chat-limits.ts'
import { conversation, temporaryDatabase } from '../../fakes/storage.ts'

test('a backup is accepted that was made during an import, a copy and a deletion', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-foreign-'))
  const { database, dispose } = temporaryDatabase()
  const conversations = new Conversations(database)
  for (const id of ['imported', 'deleted']) conversations.insertConversation(conversation(id))
  conversations.deleteConversation('imported', underWay)
  new ConversationCopies(database).beginCopy(conversation('copied'))
  new MarkedMessages(database).beginMarking('d', 'deleted')
  new Prompts(database).putPrompts([{ id: 'p', title: 'title', text: 'text' }], underWay)
  const texts = { name: 'name', sign: '译', description: '', model: '' }
  new Assistants(database).putAssistants(
    [{ ...texts, id: 'a', connectionId: null, parameters: defaultParameters }],
    underWay,
  )
  const path = join(folder, 'copy.db')
  database.copyTo(path)
  dispose()
  expect(checkForeign(path).rows).toMatchObject({ conversations: 3, message_deletions: 1, prompts: 1, assistants: 1 })
  rmSync(folder, { recursive: true, force: true })
})
