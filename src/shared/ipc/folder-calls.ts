import { z } from 'zod'
import { foldersMax, movedMax } from '../folder-limits.ts'
import { folderSchema } from '../folders.ts'
import { done, id, nothing } from './call-parts.ts'

const folders = z.array(folderSchema).readonly()

/** Calls about folders of chats. */
export const folderCalls = {
  /** Returns the folders sorted by name. */
  'folders.list': { input: nothing, output: folders },
  /**
   * Creates or changes a folder. Refuses with `invalid_input` if folders would be nested more than once, and with
   * `too_many` beyond the limit.
   */
  'folders.put': { input: z.strictObject({ folder: folderSchema }), output: folders },
  /**
   * Removes a folder. Its chats and subfolders move to the parent folder, or out. Returns them, so that the removal can
   * be undone.
   */
  'folders.remove': {
    input: z.strictObject({ folderId: id }),
    output: z
      .object({
        folders,
        chats: z.array(z.string()).max(movedMax).readonly(),
        children: z.array(z.string()).max(foldersMax).readonly(),
      })
      .readonly(),
  },
  /** Moves chats into a folder; null moves them out. Unknown chats are ignored. */
  'folders.move': {
    input: z.strictObject({ conversationIds: z.array(id).max(movedMax), folderId: id.nullable() }),
    output: done,
  },
} as const

/** Events about folders of chats. */
export const folderEvents = { 'folders.changed': folders } as const

export const folderContract = { calls: folderCalls, events: folderEvents }
