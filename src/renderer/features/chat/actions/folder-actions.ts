import i18next from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { call } from '../../../platform/bridge/client.ts'
import { lineText } from '../../../platform/line-text.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { newChat } from './chat-actions.ts'
import { takeFolders, useFolders } from './folders-store.ts'

/** Stores a folder. Resolves to whether main accepted it. */
export async function putFolder(folder: Folder): Promise<boolean> {
  const answer = await call('folders.put', { folder })
  if (answer.ok) takeFolders(answer.value)
  else useChat.setState({ listError: answer.error })
  return answer.ok
}

/** Shows or hides the chats of a folder. */
export async function toggleFolder(folder: Folder): Promise<void> {
  const changed = { ...folder, collapsed: !folder.collapsed }
  // at once, because a slow disk must not delay a press
  takeFolders(useFolders.getState().folders.map((one) => (one.id === folder.id ? changed : one)))
  await putFolder(changed)
}

/** Opens the form for a new folder. `moves` are moved into it. */
export function beginFolder(parentId: string | null, moves: readonly Conversation[]): void {
  const folder = { id: crypto.randomUUID(), name: '', parentId, system: '', collapsed: false }
  useFolders.setState({ edited: { folder, isNew: true, moves }, moving: null })
}

export function editFolder(folder: Folder): void {
  useFolders.setState({ edited: { folder, isNew: false, moves: [] } })
}

/** Removes a folder and offers undo. Its chats stay. */
export async function removeFolder(folder: Folder): Promise<void> {
  const answer = await call('folders.remove', { folderId: folder.id })
  if (!answer.ok) {
    useChat.setState({ listError: answer.error })
    return
  }
  const { chats, children, folders } = answer.value
  takeFolders(folders)
  showToast(i18next.t('folders.removed', { name: folder.name }), {
    label: i18next.t('app.undo'),
    run: async () => {
      if (!(await putFolder(folder))) return
      for (const child of useFolders.getState().folders.filter(({ id }) => children.includes(id)))
        await putFolder({ ...child, parentId: folder.id })
      await call('folders.move', { conversationIds: [...chats], folderId: folder.id })
    },
  })
}

async function move(chats: readonly Conversation[], folderId: string | null): Promise<boolean> {
  const answer = await call('folders.move', { conversationIds: chats.map(({ id }) => id), folderId })
  if (!answer.ok) useChat.setState({ listError: answer.error })
  return answer.ok
}

/** Moves chats into a folder; null moves them out. Offers one undo for several. */
export async function moveChats(chats: readonly Conversation[], folderId: string | null): Promise<void> {
  if (!(await move(chats, folderId)) || chats.length < 2) return
  const name = useFolders.getState().folders.find(({ id }) => id === folderId)?.name ?? ''
  const words = folderId === null ? 'order.selection.movedOut' : 'order.selection.moved'
  showToast(i18next.t(words, { count: chats.length, name: lineText(name) }), {
    label: i18next.t('app.undo'),
    run: async () => {
      const before = Map.groupBy(chats, (chat) => chat.folderId ?? null)
      for (const [id, ones] of before) await move(ones, id)
    },
  })
}

/** Moves dropped chats into a folder; null moves them out. */
export async function moveDropped(ids: readonly string[], folderId: string | null): Promise<void> {
  const { chats } = useFolders.getState()
  const known = [...chatNow().list, ...Object.values(chats).flat()]
  const dropped = known.filter(({ id }) => ids.includes(id))
  if (dropped.length > 0) await moveChats(dropped, folderId)
}

/** Returns the folder whose instructions new chats in `folder` start with; null without any. */
export function instructionsOf(folder: Folder, folders: readonly Folder[]): Folder | null {
  if (folder.system.trim() !== '') return folder
  const around = folders.find(({ id }) => id === folder.parentId)
  return around === undefined || around.system.trim() === '' ? null : around
}

/** Starts a chat in a folder, with a copy of its instructions, which later changes do not affect. */
export async function newChatIn(folder: Folder): Promise<void> {
  const source = instructionsOf(folder, useFolders.getState().folders)
  await newChat()
  useChat.setState({
    newFolder: { id: folder.id, name: folder.name },
    ...(source === null
      ? {}
      : {
          newParameters: {
            ...useChat.getState().newParameters,
            system: source.system,
            folder: { name: source.name },
          },
        }),
  })
}
