import { z } from 'zod'
import { attachedFileSchema } from './attached-file.ts'
import { parametersSchema } from './chat.ts'
import { folderAttachedMax, folderNameMax, folderSystemMax } from './folder-limits.ts'
import { modelNameMax } from './prompt-limits.ts'

const id = z.string().min(1).max(100)

/** Parameters, tools and collections of a folder's new chats; null leaves a number open. */
export const folderParametersSchema = parametersSchema
  .unwrap()
  .pick({
    temperature: true,
    topP: true,
    maxTokens: true,
    contextMessages: true,
    effort: true,
    tools: true,
    knowledge: true,
  })
  .readonly()
export type FolderParameters = z.infer<typeof folderParametersSchema>

/**
 * Returns the parts of a folder's parameters that can be exported or imported. Tools and collections belong to one
 * computer, and a file must not enable them.
 */
export function portableFolderParameters({
  contextMessages,
  effort,
  maxTokens,
  temperature,
  topP,
}: FolderParameters): FolderParameters {
  return { temperature, topP, maxTokens, contextMessages, ...(effort === undefined ? {} : { effort }) }
}

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
    /** The connection of chats started in it; absent if the folder names none. */
    connectionId: id.optional(),
    /** The model of chats started in it; absent if the folder names none. */
    model: z.string().min(1).max(modelNameMax).optional(),
    /** Absent if the folder leaves them all open. */
    parameters: folderParametersSchema.optional(),
    /** Files that are attached to the first message of each chat started in it; absent if there are none. */
    files: z.array(attachedFileSchema).max(folderAttachedMax).readonly().optional(),
  })
  .readonly()
/** A folder of chats, which the user knows as a project. What a subfolder leaves open is as in its parent. */
export type Folder = z.infer<typeof folderSchema>
