import { z } from 'zod'
import { portableParameters } from './assistant-parameters.ts'
import { parametersSchema } from './chat.ts'
import {
  assistantDescriptionMax,
  assistantNameMax,
  assistantSignMax,
  assistantsMax,
  modelNameMax,
} from './prompt-limits.ts'
import { promptIdSchema } from './prompts.ts'

export const assistantSchema = z
  .object({
    id: promptIdSchema,
    name: z.string().trim().min(1).max(assistantNameMax),
    /** Icon of the assistant: an emoji or a letter. */
    sign: z.string().trim().min(1).max(assistantSignMax),
    description: z.string().max(assistantDescriptionMax),
    /** The connection of its chats; null for that of the next chat. */
    connectionId: z.string().min(1).max(100).nullable(),
    /** The model of its chats; empty for that of the next chat. */
    model: z.string().max(modelNameMax),
    /** Parameters of its chats. The instructions may have variables; see `prompt-text.ts`. */
    parameters: parametersSchema,
  })
  .readonly()
/** A preset that a chat can start from. The chat keeps a copy. */
export type Assistant = z.infer<typeof assistantSchema>

export const assistantLibrarySchema = z
  .object({
    assistants: z.array(assistantSchema).max(assistantsMax).readonly(),
    /** Ids of included assistants that the user removed. */
    removed: z.array(promptIdSchema).readonly(),
  })
  .readonly()
export type AssistantLibrary = z.infer<typeof assistantLibrarySchema>

/**
 * Returns the parts of an assistant that can be exported or imported. Connections, tools and collections belong to one
 * computer, and a file must not enable them.
 */
export function portableAssistant({ description, id, model, name, parameters, sign }: Omit<Assistant, 'connectionId'>) {
  return { id, name, sign, description, model, parameters: portableParameters(parameters) }
}
