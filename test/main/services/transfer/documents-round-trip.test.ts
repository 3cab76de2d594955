import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()

/** A document that a model went on with in its middle, and an earlier version of it. */
async function aDocument(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const messages = new Messages(database)
  const document = conversation('d', {
    title: 'A tale',
    parameters: { ...defaultParameters, text: { stop: ['\n\n'] } },
  })
  new Conversations(database).insertConversation(document)
  messages.insertMessage(storedMessage('m1', { conversationId: 'd', text: '从前 there was ' }))
  messages.insertMessage(
    storedMessage('m2', { conversationId: 'd', role: 'assistant', parentId: 'm1', text: 'a *lamp*' }),
  )
  messages.insertMessage(storedMessage('m3', { conversationId: 'd', parentId: 'm2', text: ' in a tower.\n' }))
  messages.insertMessage(
    storedMessage('m4', { conversationId: 'd', role: 'assistant', parentId: 'm1', text: 'nothing' }),
  )
  new Conversations(database).updateConversation({ ...document, leafId: 'm3' })
  database.close()
}

const whole = '从前 there was a *lamp* in a tower.\n'

test('a document with its versions survives export and import', async () => {
  const from = await started(aDocument)
  const before = await from.call('chat.readText', { conversationId: 'd' })
  expect(before.text).toBe(whole)
  expect(before.versions).toHaveLength(2)
  await from.call('transfer.export', { keys: null })
  const to = await started()
  await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect(await to.call('chat.readText', { conversationId: 'd' })).toEqual(before)
  const { conversations } = await to.call('chat.list', { query: '', offset: 0, limit: 1 })
  expect(conversations[0]?.parameters.text).toEqual({ stop: ['\n\n'] })
})

test('a written document is its text alone, without speakers', async () => {
  const from = await started(aDocument)
  await from.call('transfer.export', { keys: null })
  const files = unzipSync(from.exported())
  const path = Object.keys(files).find((name) => name.endsWith('.md') && name.startsWith('chats/')) ?? ''
  const text = Buffer.from(files[path] ?? '').toString()
  expect(text).toContain(`# A tale\n\n${whole.trimEnd()}`)
  expect(text).not.toContain('\n## ')
  expect(text).not.toContain('nothing')
})
