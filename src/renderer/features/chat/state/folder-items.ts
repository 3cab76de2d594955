import type { Conversation } from '../../../../shared/chat.ts'
import type { Folder } from '../../../../shared/folders.ts'

/** A row of the list that belongs to a folder. */
export type FolderItem =
  | { readonly kind: 'folder'; readonly key: string; readonly folder: Folder; readonly depth: number }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation; readonly depth: number }

/** Returns the key of a folder's row. */
export function folderKey(id: string): string {
  return `folder ${id}`
}

/** Returns the top-level folders by name, including those with an invalid parent. */
export function rootFolders(folders: readonly Folder[]): readonly Folder[] {
  const roots = new Set(folders.flatMap(({ id, parentId }) => (parentId === null ? [id] : [])))
  return folders.filter(({ parentId }) => parentId === null || !roots.has(parentId)).toSorted(byName)
}

/** Returns the folders inside another one, by name. */
export function foldersIn(folders: readonly Folder[], { id, parentId }: Folder): readonly Folder[] {
  return parentId === null ? folders.filter((folder) => folder.parentId === id).toSorted(byName) : []
}

/** Returns the rows of the folders; an open folder is followed by its subfolders and chats. */
export function folderItems(
  folders: readonly Folder[],
  chats: Readonly<Record<string, readonly Conversation[]>>,
): readonly FolderItem[] {
  const rowsOf = (folder: Folder, depth: number): readonly FolderItem[] => {
    const row = { kind: 'folder' as const, key: folderKey(folder.id), folder, depth }
    if (folder.collapsed) return [row]
    const within = foldersIn(folders, folder).flatMap((inner) => rowsOf(inner, depth + 1))
    const own = (chats[folder.id] ?? []).map((conversation) => ({
      ...{ kind: 'conversation' as const, key: conversation.id, conversation, depth: depth + 1 },
    }))
    return [row, ...within, ...own]
  }
  return rootFolders(folders).flatMap((folder) => rowsOf(folder, 0))
}

function byName(a: Folder, b: Folder): number {
  return a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)
}
