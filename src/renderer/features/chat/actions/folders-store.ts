import { create } from 'zustand'
import type { Conversation } from '../../../../shared/chat.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'
import { byPlace } from '../state/chat-reducer.ts'

/** Maximum number of chats of a folder that the list shows. */
const chatsMax = 500

interface FoldersState {
  readonly folders: readonly Folder[]
  /** The chats of folders that were opened, pinned first, then by activity. */
  readonly chats: Readonly<Record<string, readonly Conversation[]>>
  /** The folder being created or changed; `moves` are moved into it once it exists. */
  readonly edited: {
    readonly folder: Folder
    readonly isNew: boolean
    readonly moves: readonly Conversation[]
  } | null
  /** The chats whose folder is being chosen; null while none is. */
  readonly moving: readonly Conversation[] | null
}

export const useFolders = create<FoldersState>(() => ({ folders: [], chats: {}, edited: null, moving: null }))

/** Applies the folders as reported by main, and reads the chats of those that are open. */
export function takeFolders(folders: readonly Folder[]): void {
  useFolders.setState({ folders })
  const { chats } = useFolders.getState()
  for (const { collapsed, id } of folders) if (!collapsed && chats[id] === undefined) void loadChats(id)
}

async function loadChats(folderId: string): Promise<void> {
  const answer = await call('chat.list', { query: '', offset: 0, limit: chatsMax, folderId })
  if (!answer.ok) return
  useFolders.setState(({ chats }) => ({ chats: { ...chats, [folderId]: answer.value.conversations } }))
}

async function load(): Promise<void> {
  const answer = await call('folders.list', {})
  if (!answer.ok) return
  useFolders.setState({ chats: {} })
  takeFolders(answer.value)
}

/** Returns the chats after one of them changed: it is in its folder's list, if that was opened, and in no other. */
export function withChat(
  chats: FoldersState['chats'],
  { id, ...about }: Pick<Conversation, 'id'> & { readonly shown: Conversation | null },
): FoldersState['chats'] {
  const { shown } = about
  return Object.fromEntries(
    Object.entries(chats).map(([folderId, list]) => {
      const others = list.filter((other) => other.id !== id)
      if (shown?.folderId === folderId && shown.archived !== true) return [folderId, [...others, shown].sort(byPlace)]
      return [folderId, others.length === list.length ? list : others]
    }),
  )
}

/** Loads the folders, and keeps them and their chats up to date, for the lifetime of the page. */
export async function followFolders(): Promise<void> {
  on('folders.changed', takeFolders)
  on('chat.conversation', (conversation) =>
    useFolders.setState(({ chats }) => ({ chats: withChat(chats, { id: conversation.id, shown: conversation }) })),
  )
  on('chat.removed', ({ conversationId }) =>
    useFolders.setState(({ chats }) => ({ chats: withChat(chats, { id: conversationId, shown: null }) })),
  )
  on('transfer.imported', () => void load())
  onReconnect(() => void load())
  await load()
}
