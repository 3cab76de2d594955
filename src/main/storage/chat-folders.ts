import type { AttachedFile } from '../../shared/attached-file.ts'
import { folderAttachedMax, foldersMax, movedMax } from '../../shared/folder-limits.ts'
import { type Folder, folderParametersSchema, folderSchema } from '../../shared/folders.ts'
import type { Database, Row } from './database.ts'
import { fileColumns, fileOf } from './message-files.ts'
import { flag, id, integer, jsonOrNull, nullable, optional, shortText, table, text, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const folderTable = table(
  'chat_folders',
  {
    id,
    name: shortText(),
    parentId: nullable(id),
    system: text(),
    collapsed: flag,
    createdAt: time,
    connectionId: optional(id),
    model: optional(shortText()),
    parameters: jsonOrNull(folderParametersSchema),
  },
  { lists: { NULL: 500 } },
)

export const folderFileTable = table(
  'chat_folder_files',
  { folderId: id, position: integer, ...fileColumns },
  { lists: { folder_id: folderAttachedMax } },
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
    const rows = this.database.prepare('SELECT * FROM chat_folders ORDER BY created_at, id LIMIT ?').all(foldersMax)
    const files = this.database.prepare('SELECT * FROM chat_folder_files ORDER BY folder_id, position').all()
    const filesOf = Map.groupBy(files, (row) => String(row.folder_id))
    return rows.flatMap((row) => folderOf(row, filesOf.get(String(row.id)) ?? []))
  }

  findFolder(id: string): Folder | null {
    const row = this.database.prepare('SELECT * FROM chat_folders WHERE id = ?').get(id)
    if (row === undefined) return null
    const files = this.database.prepare('SELECT * FROM chat_folder_files WHERE folder_id = ? ORDER BY position').all(id)
    return folderOf(row, files)[0] ?? null
  }

  /**
   * Stores a folder by its id; a known one keeps its position. Leaves out files that are not in the library. `now` is
   * in ms since 1970. Call it within a transaction.
   */
  putFolder({ files = [], ...folder }: Folder, now: number): void {
    const createdAt = timeInOrder(this.database, { table: 'chat_folders' }, now)
    const stored = { ...folder, parameters: folder.parameters ?? null, createdAt }
    folderTable.upsert(this.database, stored, ['id'], ['createdAt'])
    this.database.prepare('DELETE FROM chat_folder_files WHERE folder_id = ?').run(folder.id)
    const present = files.filter(({ mediaId, textId }) => this.isStored(mediaId) && this.isStored(textId))
    for (const [position, file] of present.entries())
      folderFileTable.insert(this.database, { ...file, unread: file.unread ?? null, folderId: folder.id, position })
  }

  private isStored(mediaId: string): boolean {
    return this.database.prepare('SELECT 1 FROM media WHERE id = ?').get(mediaId) !== undefined
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

function folderOf(row: Row, fileRows: readonly Row[]): readonly Folder[] {
  const { parameters, ...stored } = folders.readRow(row)
  const files: readonly AttachedFile[] = fileRows.flatMap(fileOf)
  const folder = folderSchema.safeParse({
    ...stored,
    ...(parameters === null ? {} : { parameters }),
    ...(files.length === 0 ? {} : { files }),
  }).data
  return folder === undefined ? [] : [folder]
}
