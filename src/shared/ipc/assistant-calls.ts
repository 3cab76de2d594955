import { z } from 'zod'
import { assistantLibrarySchema, assistantSchema } from '../assistants.ts'
import { savedFileSchema } from '../image.ts'
import { assistantsMax, libraryProblems } from '../prompt-limits.ts'
import { promptIdSchema } from '../prompts.ts'
import { done, nothing } from './call-parts.ts'

const assistantList = z.array(assistantSchema).min(1).max(assistantsMax).readonly()

/** Calls about assistants. */
export const assistantCalls = {
  'assistants.list': { input: nothing, output: assistantLibrarySchema },
  /** Stores assistants by their ids. Refuses with `invalid_input` beyond 300. */
  'assistants.put': { input: z.strictObject({ assistants: assistantList }), output: done },
  /** Removes an assistant permanently; its chats stay unchanged. An included one is only hidden. */
  'assistants.remove': { input: z.strictObject({ id: promptIdSchema }), output: done },
  /** Shows a removed included assistant again; without an id, all of them. */
  'assistants.showIncluded': { input: z.strictObject({ id: promptIdSchema.optional() }), output: done },
  /** Saves assistants as a JSON file, without the parts that belong to this computer. */
  'assistants.export': { input: z.strictObject({ assistants: assistantList }), output: savedFileSchema },
  /** Reads a file of assistants (a token of `bridge.importDropped`) without storing anything. */
  'assistants.read': {
    input: z.strictObject({ token: z.string().max(200) }),
    output: z
      .object({
        assistants: z.array(assistantSchema.unwrap().omit({ id: true }).readonly()).readonly(),
        /** Number of entries without a name, or beyond a limit. */
        left: z.number().int(),
        problem: z.enum(libraryProblems).nullable(),
      })
      .readonly(),
  },
} as const

export const assistantEvents = { 'assistants.changed': assistantLibrarySchema } as const

export const assistantContract = { calls: assistantCalls, events: assistantEvents }
