import { fail } from '../../../shared/errors.ts'
import { foldersMax } from '../../../shared/folder-limits.ts'
import type { Folder } from '../../../shared/folders.ts'
import type { CallInput, CallOutput, HandlersOf } from '../../../shared/ipc/contract.ts'
import type { folderCalls } from '../../../shared/ipc/folder-calls.ts'
import type { Ports } from '../../platform.ts'
import type { ChatFolders } from '../../storage/chat-folders.ts'
import type { Database } from '../../storage/database.ts'
import type { ChatService } from './chat-service.ts'

export interface FoldersServiceParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly folders: ChatFolders
  readonly service: Pick<ChatService, 'notifyChanged'>
}

/** Folders of chats. */
export class FoldersService {
  private readonly parts: FoldersServiceParts

  constructor(parts: FoldersServiceParts) {
    this.parts = parts
  }

  putFolder({ folder }: CallInput<'folders.put'>): readonly Folder[] {
    const { clock, database, folders } = this.parts
    const all = folders.allFolders()
    if (all.length >= foldersMax && !all.some(({ id }) => id === folder.id)) fail('invalid_input', 'too many folders')
    const around = folder.parentId === null ? null : all.find(({ id }) => id === folder.parentId)
    if (around === undefined || (around !== null && around.parentId !== null) || folder.parentId === folder.id)
      fail('invalid_input', 'a folder in a folder that is in one')
    if (around !== null && all.some(({ parentId }) => parentId === folder.id))
      fail('invalid_input', 'a folder with folders in another')
    database.durably(() => folders.putFolder(folder, clock.now()))
    return this.emitFolders()
  }

  removeFolder({ folderId }: CallInput<'folders.remove'>): CallOutput<'folders.remove'> {
    const { database, folders, service } = this.parts
    const moved = database.durably(() => folders.removeFolder(folderId))
    service.notifyChanged(moved.chats)
    return { folders: this.emitFolders(), ...moved }
  }

  move({ conversationIds, folderId }: CallInput<'folders.move'>): null {
    const { database, folders, service } = this.parts
    if (folderId !== null && folders.findFolder(folderId) === null) fail('not_found', 'no such folder')
    database.durably(() => folders.moveChats(conversationIds, folderId))
    service.notifyChanged(conversationIds)
    return null
  }

  private emitFolders(): readonly Folder[] {
    const all = this.parts.folders.allFolders()
    this.parts.events.emit('folders.changed', all)
    return all
  }
}

/** Handlers of the calls about folders. */
export function folderHandlers(folders: ChatFolders, service: FoldersService): HandlersOf<typeof folderCalls> {
  return {
    'folders.list': () => folders.allFolders(),
    'folders.put': (input) => service.putFolder(input),
    'folders.remove': (input) => service.removeFolder(input),
    'folders.move': (input) => service.move(input),
  }
}
