import i18next from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { appState } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useModels } from '../../../platform/models-store.ts'
import { showToast } from '../../../platform/toasts.ts'
import { assistantTarget } from '../state/assistant-target.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { folderStart } from '../state/folder-start.ts'
import { currentTarget, ownTarget } from '../state/target.ts'
import { newChat } from './chat-actions.ts'
import { bringFolderFiles, restoreFiles } from './composer-files.ts'
import { takeFolders, useFolders } from './folders-store.ts'
import { freshParameters, newChatFolder, withFolder } from './new-parameters.ts'

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

/** Starts a chat in a folder, with a copy of what the folder says, which later changes do not affect. */
export async function newChatIn(folder: Folder): Promise<void> {
  await newChat()
  // another chat was opened meanwhile
  if (chatNow().open === null) await beginIn(folder)
}

/** Gives the new chat that is shown what its folder says. */
async function beginIn(folder: Folder): Promise<void> {
  const start = folderStart(folder, useFolders.getState().folders)
  const { connections } = appState()
  const { catalogues } = useModels.getState()
  const { target } = assistantTarget(
    start,
    connections.connections.map(({ id }) => id),
    currentTarget().connection?.id ?? null,
    (id) => catalogues[id]?.models.map((model) => model.id),
  )
  const targetBefore = ownTarget(useChat.getState())
  useChat.setState({
    newFolder: { id: folder.id, name: folder.name, target, targetBefore },
    newParameters: withFolder(freshParameters(), folder),
    newTarget: target ?? targetBefore,
  })
  // the files of the draft are there before those of the folder join them
  await restoreFiles()
  const { chat, newFolder } = useChat.getState()
  if (chat.open === null && newFolder?.id === folder.id) bringFolderFiles(start.files)
}

/**
 * Stores a folder that the user edited. A new chat that is shown in it begins anew with the changed settings, unless
 * the user changed its own. Resolves to whether main accepted the folder.
 */
export async function saveFolder(folder: Folder): Promise<boolean> {
  const before = newChatFolder()
  const expected = withFolder(freshParameters(), before)
  const isUntouched = JSON.stringify(useChat.getState().newParameters) === JSON.stringify(expected)
  if (!(await putFolder(folder))) return false
  const now = newChatFolder()
  const isOf = now !== null && (now.id === folder.id || now.parentId === folder.id)
  if (isOf && isUntouched && chatNow().open === null) {
    // otherwise the folder's earlier tools would count as a choice of the user
    useChat.setState({ newParameters: defaultParameters })
    await beginIn(now)
  }
  return true
}
