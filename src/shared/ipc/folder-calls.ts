import { z } from 'zod'
import { foldersMax, movedMax } from '../folder-limits.ts'
import { folderSchema } from '../folders.ts'
import { done, id, nothing } from './call-parts.ts'

const folders = z.array(folderSchema).readonly()

/** Calls about folders of chats. */
export const folderCalls = {
  /** By name. */
  'folders.list': { input: nothing, output: folders },
  /**
   * Makes a folder, or changes one. Refuses with `invalid_input` where folders would be nested more than once, and with
   * `too_many` beyond the bound.
   */
  'folders.put': { input: z.strictObject({ folder: folderSchema }), output: folders },
  /**
   * Removes a folder. Its chats and folders move to the folder around it, or out; they are listed, so that it can be
   * undone.
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
