import { z } from 'zod'
import { includedId, promptsMax, promptTextMax, promptTitleMax } from './prompt-limits.ts'

/** Id of a prompt or assistant: created by the page, or that of a built-in one. */
export const promptIdSchema = z.union([z.uuid(), z.string().regex(includedId)])

export const promptSchema = z
  .object({
    id: promptIdSchema,
    title: z.string().trim().min(1).max(promptTitleMax),
    /** Text of the prompt, which may contain variables; see `prompt-text.ts`. */
    text: z.string().min(1).max(promptTextMax),
  })
  .readonly()
/** A text that the user reuses. */
export type Prompt = z.infer<typeof promptSchema>

export const promptLibrarySchema = z
  .object({
    prompts: z.array(promptSchema).max(promptsMax).readonly(),
    /** Ids of included prompts that the user removed. */
    removed: z.array(promptIdSchema).readonly(),
  })
  .readonly()
export type PromptLibrary = z.infer<typeof promptLibrarySchema>
