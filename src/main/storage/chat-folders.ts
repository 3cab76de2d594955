import { foldersMax, movedMax } from '../../shared/folder-limits.ts'
import { type Folder, folderSchema } from '../../shared/folders.ts'
import type { Database, Row } from './database.ts'
import { flag, id, nullable, shortText, table, text, time } from './table.ts'

export const folderTable = table(
  'chat_folders',
  { id, name: shortText(), parentId: nullable(id), system: text(), collapsed: flag, createdAt: time },
  { lists: { NULL: 500 } },
)

const folders = folderTable.without('createdAt')

/** Folders of chats, nested once. A chat with an unknown folder is in none. */
export class ChatFolders {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the folders by time of creation. Leaves out unreadable rows. */
  allFolders(): readonly Folder[] {
    return this.database
      .prepare('SELECT * FROM chat_folders ORDER BY created_at, rowid LIMIT ?')
      .all(foldersMax)
      .flatMap(folderOf)
  }

  findFolder(id: string): Folder | null {
    const row = this.database.prepare('SELECT * FROM chat_folders WHERE id = ?').get(id)
    return row === undefined ? null : (folderOf(row)[0] ?? null)
  }

  /** Stores a folder by its id; a known one keeps its position. `now` is in ms since 1970. */
  putFolder(folder: Folder, now: number): void {
    folderTable.upsert(this.database, { ...folder, createdAt: now }, ['id'], ['createdAt'])
  }

  /** Removes a folder; its content moves to the parent folder. Call it within a transaction. */
  removeFolder(id: string): { readonly chats: readonly string[]; readonly children: readonly string[] } {
    const parentId = this.findFolder(id)?.parentId ?? null
    const chats = this.database.prepare('SELECT id FROM conversations WHERE folder_id = ? LIMIT ?').all(id, movedMax)
    const children = this.database.prepare('SELECT id FROM chat_folders WHERE parent_id = ?').all(id)
    this.database.prepare('UPDATE conversations SET folder_id = ? WHERE folder_id = ?').run(parentId, id)
    this.database.prepare('UPDATE chat_folders SET parent_id = ? WHERE parent_id = ?').run(parentId, id)
    this.database.prepare('DELETE FROM chat_folders WHERE id = ?').run(id)
    return { chats: chats.map((row) => String(row.id)), children: children.map((row) => String(row.id)) }
  }

  /** Moves chats. Call it within a transaction. */
  moveChats(conversationIds: readonly string[], folderId: string | null): void {
    const move = this.database.prepare('UPDATE conversations SET folder_id = ? WHERE id = ?')
    for (const id of conversationIds) move.run(folderId, id)
  }
}

function folderOf(row: Row): readonly Folder[] {
  const folder = folderSchema.safeParse(folders.readRow(row)).data
  return folder === undefined ? [] : [folder]
}
