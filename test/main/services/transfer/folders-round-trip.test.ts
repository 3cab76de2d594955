import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { ChatFolders } from '../../../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
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

const settings = {
  connectionId: 'mine',
  model: 'demo-chat-large',
  parameters: {
    ...{ temperature: 0.2, topP: null, maxTokens: 100, contextMessages: null },
    tools: { enabled: ['builtin:calculator'], roundsMax: 10 },
    knowledge: { collections: ['mine'] },
  },
}

/** A chat in a folder whose parent gives a file to new chats. */
async function aProject(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const { id } = await library.addMedia(Buffer.from('The moon pulls.'), {
    ...{ mime: 'text/plain', width: null, height: null },
  })
  const file = { mediaId: id, textId: id, name: 'tides.md', pages: null, length: 15, tokens: 4, cutFrom: null }
  const folders = new ChatFolders(database)
  const about = { system: 'Be brief.', collapsed: false }
  folders.putFolder({ ...about, id: 'outer', name: 'Work', parentId: null, files: [file] }, 1)
  folders.putFolder({ ...about, ...settings, id: 'inner', name: '潮汐', parentId: 'outer' }, 2)
  new Conversations(database).insertConversation(conversation('c', { folderId: 'inner', leafId: 'm' }))
  new Messages(database).insertMessage(storedMessage('m'))
  database.close()
}

test('an export of everything holds the settings and files of a project, but turns nothing on', async () => {
  const from = await started(aProject)
  const before = await from.call('folders.list', {})
  await from.call('transfer.export', { keys: null })
  expect(Object.keys(unzipSync(from.exported()))).toContain('media/tides.md')
  const to = await started()
  await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  const { connectionId: _, parameters, ...inner } = { ...before[1], ...settings }
  const { knowledge: __, tools: ___, ...numbers } = parameters
  expect(await to.call('folders.list', {})).toEqual([before[0], { ...inner, parameters: numbers }])
  const textId = before[0]?.files?.[0]?.textId ?? ''
  expect((await to.call('files.text', { textId, from: 0, length: 100 })).text).toBe('The moon pulls.')
})

test('a chat that is given to others does not take the files of its project along', async () => {
  const from = await started(aProject)
  await from.call('transfer.export', { keys: [{ kind: 'chat', id: 'c' }] })
  const names = Object.keys(unzipSync(from.exported()))
  expect(names.filter((name) => name.startsWith('media/'))).toEqual([])
  const to = await started()
  await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect((await to.call('folders.list', {})).map(({ files, name }) => [name, files])).toEqual([
    ['Work', undefined],
    ['潮汐', undefined],
  ])
})

test('damaged settings of a project cost neither the project nor its chat', async () => {
  const from = await started(aProject)
  await from.call('transfer.export', { keys: null })
  const archive = unzipSync(from.exported())
  const text = strFromU8(archive['atelier.json'] ?? new Uint8Array())
  const damaged = text.replace('"temperature":0.2', '"temperature":"hot"').replace('"name":"tides.md"', '"name":7')
  const to = await started()
  const bytes = zipSync({ ...archive, 'atelier.json': strToU8(damaged) })
  await to.call('transfer.import', { token: to.give(Buffer.from(bytes), 'Atelier.zip') })
  const folders = await to.call('folders.list', {})
  expect(folders.map(({ files, model, name, parameters }) => [name, model, parameters, files])).toEqual([
    ['Work', undefined, undefined, undefined],
    ['潮汐', 'demo-chat-large', undefined, undefined],
  ])
  expect((await to.call('chat.open', { conversationId: 'c', limit: 5 })).conversation.folderId).toBe('inner')
})
