import { expect, test } from 'vitest'
import { ChatFolders } from '../../../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MessageDeletions } from '../../../../src/main/storage/message-deletions.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'
import type { TransferApp } from '../../../fakes/transfer.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()

/** A chat in a folder of a folder, and one of whose messages the first is deleted. */
async function aFolder(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const folders = new ChatFolders(database)
  folders.putFolder({ id: 'outer', name: 'Work', parentId: null, system: 'Be brief.', collapsed: true }, 1)
  folders.putFolder({ id: 'inner', name: '潮汐', parentId: 'outer', system: '', collapsed: false }, 2)
  const conversations = new Conversations(database)
  conversations.insertConversation(conversation('c', { folderId: 'inner', leafId: 'kept' }))
  const messages = new Messages(database)
  messages.insertMessage(storedMessage('gone', { text: 'words that are deleted' }))
  messages.insertMessage(storedMessage('kept', { parentId: 'gone', role: 'assistant' }))
  const deletions = new MessageDeletions(database)
  deletions.deleteOne('d', 'gone')
  deletions.insertDeletion({ id: 'd', conversationId: 'c', at: 3, leafBefore: 'kept', leafAfter: 'kept' })
  database.close()
}

test('an imported chat is in its folders, without its deleted messages', async () => {
  const from = await started(aFolder)
  await from.call('transfer.export', { keys: null })
  const to = await started()
  const take = () => to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  await take()
  const open = async (app: TransferApp) => await app.call('chat.open', { conversationId: 'c', limit: 5 })
  expect(await open(to)).toEqual(await open(from))
  expect((await open(to)).page.messages.map(({ id, parentId }) => [id, parentId])).toEqual([['kept', null]])
  const folders = await to.call('folders.list', {})
  expect(folders.map(({ id, name, parentId, system }) => [id, name, parentId, system])).toEqual([
    ['outer', 'Work', null, 'Be brief.'],
    ['inner', '潮汐', 'outer', ''],
  ])
  // a folder that is here already stays as it is
  const renamed = { ...folders[0], id: 'outer', name: 'Mine', parentId: null, system: '', collapsed: false }
  await to.call('folders.put', { folder: renamed })
  await take()
  expect((await to.call('folders.list', {}))[0]).toEqual(renamed)
})

test('imported folders are nested one level deep, whatever a file or the library has', async () => {
  const from = await started(async (folder) => {
    await aFolder(folder)
    const { database } = openStorage(folder, 1)
    new ChatFolders(database).putFolder({ id: 'own', name: 'Own', parentId: 'own', system: '', collapsed: false }, 3)
    new Conversations(database).insertConversation(conversation('d', { folderId: 'own' }))
    database.close()
  })
  await from.call('transfer.export', { keys: null })
  const to = await started()
  // here the outer folder is in another one
  const here = { system: '', collapsed: false }
  await to.call('folders.put', { folder: { ...here, id: 'top', name: 'Top', parentId: null } })
  await to.call('folders.put', { folder: { ...here, id: 'outer', name: 'Work', parentId: 'top' } })
  await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  const folders = await to.call('folders.list', {})
  expect(Object.fromEntries(folders.map(({ id, parentId }) => [id, parentId]))).toEqual({
    ...{ top: null, outer: 'top', inner: 'top', own: null },
  })
  // each of them can be changed
  for (const folder of folders) await to.call('folders.put', { folder: { ...folder, collapsed: true } })
})
