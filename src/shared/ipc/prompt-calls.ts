import { z } from 'zod'
import { savedFileSchema } from '../image.ts'
import { libraryProblems, promptsMax } from '../prompt-limits.ts'
import { promptIdSchema, promptLibrarySchema, promptSchema } from '../prompts.ts'
import { done, nothing } from './call-parts.ts'

const promptList = z.array(promptSchema).min(1).max(promptsMax).readonly()

/** Calls about the library of prompts. */
export const promptCalls = {
  'prompts.list': { input: nothing, output: promptLibrarySchema },
  /** Stores prompts by their ids. Refuses with `invalid_input` beyond 1,000. */
  'prompts.put': { input: z.strictObject({ prompts: promptList }), output: done },
  /** Removes a prompt permanently. An included one is only hidden. */
  'prompts.remove': { input: z.strictObject({ id: promptIdSchema }), output: done },
  /** Shows a removed included prompt again; without an id, all of them. */
  'prompts.showIncluded': { input: z.strictObject({ id: promptIdSchema.optional() }), output: done },
  /** Saves prompts as a JSON file. */
  'prompts.export': { input: z.strictObject({ prompts: promptList }), output: savedFileSchema },
  /** Reads a file of prompts (a token of `bridge.importDropped`) without storing anything. */
  'prompts.read': {
    input: z.strictObject({ token: z.string().max(200) }),
    output: z
      .object({
        prompts: z.array(promptSchema.unwrap().omit({ id: true }).readonly()).readonly(),
        /** Number of entries without a title or text, or beyond a limit. */
        left: z.number().int(),
        problem: z.enum(libraryProblems).nullable(),
      })
      .readonly(),
  },
} as const

export const promptEvents = { 'prompts.changed': promptLibrarySchema } as const

export const promptContract = { calls: promptCalls, events: promptEvents }
