import { z } from 'zod'
import { folderNameMax, folderSystemMax } from './folder-limits.ts'

const id = z.string().min(1).max(100)

export const folderSchema = z
  .strictObject({
    id,
    name: z.string().trim().min(1).max(folderNameMax),
    /** Parent of the folder; null for none. A subfolder cannot hold folders. */
    parentId: id.nullable(),
    /** Instructions for chats started in it; empty inherits those of the parent folder. */
    system: z.string().max(folderSystemMax),
    /** True if its chats are hidden in the list. */
    collapsed: z.boolean(),
  })
  .readonly()
/** A folder of chats. */
export type Folder = z.infer<typeof folderSchema>
