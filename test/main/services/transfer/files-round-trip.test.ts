import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { MessageFiles } from '../../../../src/main/storage/message-files.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { otherType } from '../../../../src/shared/media-types.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'
import type { TransferApp } from '../../../fakes/transfer.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()

/** A message with a file, as the chat stores it. */
async function aFile(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const size = { width: null, height: null }
  const original = await library.addMedia(Buffer.from('%PDF-1.4'), { mime: otherType, ...size })
  const text = await library.addMedia(Buffer.from('[Page 1]\n潮汐'), { mime: 'text/plain', ...size })
  new Conversations(database).insertConversation(conversation('c'))
  new Messages(database).insertMessage(storedMessage('m', { conversationId: 'c', text: 'When?' }))
  const about = { name: 'tides.pdf', pages: 1, length: 11, tokens: 4, cutFrom: null }
  new MessageFiles(database).insertFiles('m', [{ mediaId: original.id, textId: text.id, ...about }])
  new Conversations(database).updateConversation({ ...conversation('c'), leafId: 'm' })
  database.close()
}

test('a file of a message survives export and import', async () => {
  const from = await started(aFile)
  const opened = async (app: TransferApp) =>
    (await app.call('chat.open', { conversationId: 'c', limit: 5 })).page.messages[0]
  const before = await opened(from)
  expect(before?.files).toHaveLength(1)
  await from.call('transfer.export', { keys: null })
  const names = Object.keys(unzipSync(from.exported())).filter((name) => name.startsWith('media/'))
  expect(names.toSorted()).toEqual(['media/tides.pdf', 'media/tides.pdf.txt'])
  const to = await started()
  await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  const after = await opened(to)
  expect([after?.files, after?.attachments]).toEqual([before?.files, []])
  const textId = after?.files?.[0]?.textId ?? ''
  expect((await to.call('files.text', { textId, from: 0, length: 100 })).text).toBe('[Page 1]\n潮汐')
})

/** A message with two files of one name, and one whose name is no file name. */
async function equalNames(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const kept = async (text: string, mime = 'text/plain') =>
    (await library.addMedia(Buffer.from(text), { mime, width: null, height: null })).id
  new Conversations(database).insertConversation(conversation('c', { title: 'Tides' }))
  new Messages(database).insertMessage(storedMessage('m', { conversationId: 'c', text: 'Which?' }))
  const about = { pages: null, length: 3, tokens: 1, cutFrom: null }
  const [one, two, pdf] = [await kept('one'), await kept('two'), await kept('%PDF-1.4', otherType)]
  new MessageFiles(database).insertFiles('m', [
    { mediaId: one, textId: one, name: 'Notes.md', ...about },
    { mediaId: two, textId: two, name: 'notes.md', ...about },
    { mediaId: pdf, textId: await kept('three'), name: '../up?.p*f', ...about },
  ])
  new Conversations(database).updateConversation({ ...conversation('c', { title: 'Tides' }), leafId: 'm' })
  database.close()
}

test('files in a saved chat keep their own names; equal ones are numbered', async () => {
  const app = await started(equalNames)
  const { saved } = await app.call('transfer.save', { conversationIds: ['c'], format: 'md', thinking: false })
  const names = Object.keys(unzipSync(app.exported())).filter((name) => name.startsWith('media/'))
  expect(names.toSorted()).toEqual(['media/Notes.md', 'media/notes (2).md', 'media/up .p f.bin', 'media/up .p f.txt'])
  // the program that saved it can be asked to open it
  expect(saved).toMatchObject({ by: 'main', saved: true, token: expect.any(String) })
  if (saved.by !== 'main' || saved.token === undefined) throw new Error('there is no token')
  expect(await app.call('transfer.openSaved', { token: saved.token })).toBeNull()
  expect(await app.refusal('transfer.openSaved', { token: 'another' })).toBe('not_found')
})
