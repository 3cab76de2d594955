import { describe, expect, test } from 'vitest'
import { withChat } from '../../../../../src/renderer/features/chat/actions/folders-store.ts'
import { folderItems } from '../../../../../src/renderer/features/chat/state/folder-items.ts'
import type { Folder } from '../../../../../src/shared/folders.ts'
import { conversation } from '../messages-made.ts'

const folder = (id: string, more: Partial<Folder> = {}): Folder => ({
  ...{ id, name: id, parentId: null, system: '', collapsed: false },
  ...more,
})

describe('the rows of the folders', () => {
  test('folders are sorted by name, each with its folders and then its chats, if open', () => {
    const folders = [
      folder('work'),
      folder('home', { collapsed: true }),
      folder('inner', { parentId: 'work' }),
      // its place was taken away by another page
      folder('lost', { parentId: 'inner' }),
    ]
    const chats = { work: [conversation('a')], inner: [conversation('b')], home: [conversation('c')] }
    expect(folderItems(folders, chats).map(({ depth, key }) => `${depth} ${key}`)).toEqual([
      ...['0 folder home', '0 folder lost', '0 folder work', '1 folder inner', '2 b', '1 a'],
    ])
  })

  test('the rows follow a chat from folder to folder, into the archive, and out of the list', () => {
    const chats = { one: [conversation('a', { folderId: 'one' })], two: [conversation('b', { folderId: 'two' })] }
    const ids = (of: ReturnType<typeof withChat>) =>
      Object.entries(of).map(([id, list]) => `${id}: ${list.map((chat) => chat.id)}`)
    const moved = conversation('a', { folderId: 'two', pinned: true })
    expect(ids(withChat(chats, { id: 'a', shown: moved }))).toEqual(['one: ', 'two: a,b'])
    expect(ids(withChat(chats, { id: 'a', shown: conversation('a') }))).toEqual(['one: ', 'two: b'])
    const archived = conversation('a', { folderId: 'one', archived: true })
    expect(ids(withChat(chats, { id: 'a', shown: archived }))).toEqual(['one: ', 'two: b'])
    expect(ids(withChat(chats, { id: 'a', shown: null }))).toEqual(['one: ', 'two: b'])
  })
})
