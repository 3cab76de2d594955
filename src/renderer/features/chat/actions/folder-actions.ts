import i18next from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { useChat } from '../state/chat-store.ts'
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

/** Opens the form for a new folder. `moves` is moved into it. */
export function beginFolder(parentId: string | null, moves: Conversation | null): void {
  const folder = { id: crypto.randomUUID(), name: '', parentId, system: '', collapsed: false }
  useFolders.setState({ edited: { folder, isNew: true, moves }, moving: null })
}

export function editFolder(folder: Folder): void {
  useFolders.setState({ edited: { folder, isNew: false, moves: null } })
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

/** Moves a chat into a folder; null moves it out. */
export async function moveChat(conversationId: string, folderId: string | null): Promise<void> {
  const answer = await call('folders.move', { conversationIds: [conversationId], folderId })
  if (!answer.ok) useChat.setState({ listError: answer.error })
}

/** Returns the folder whose instructions new chats in `folder` start with; null without any. */
export function instructionsOf(folder: Folder, folders: readonly Folder[]): Folder | null {
  if (folder.system.trim() !== '') return folder
  const around = folders.find(({ id }) => id === folder.parentId)
  return around === undefined || around.system.trim() === '' ? null : around
}

/** Starts a chat in a folder, with a copy of its instructions: a later change of them does not affect the chat. */
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
