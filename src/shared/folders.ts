import { z } from 'zod'
import { folderNameMax, folderSystemMax } from './folder-limits.ts'

const id = z.string().min(1).max(100)

export const folderSchema = z
  .strictObject({
    id,
    name: z.string().trim().min(1).max(folderNameMax),
    /** The folder that it is in; null for none. A folder in another holds no folders. */
    parentId: id.nullable(),
    /** Instructions that chats begin with in it; empty for those of the folder around it. */
    system: z.string().max(folderSystemMax),
    /** Whether its chats are hidden in the list. */
    collapsed: z.boolean(),
  })
  .readonly()
/** A folder of chats. */
export type Folder = z.infer<typeof folderSchema>
