import { z } from 'zod'

/** The parts of a Cherry Studio backup that are read (CherryHQ/cherry-studio). */

const maybeText = z.string().nullish()
export const fileSchema = z.object({ id: z.string(), ext: maybeText, type: maybeText })
export const blockSchema = z.object({
  id: z.string(),
  type: z.string(),
  content: z.unknown().optional(),
  language: maybeText.catch(null),
  url: maybeText,
  file: fileSchema.nullish(),
  /** Pages that a search found; providers name them in their own ways. */
  response: z.object({ results: z.unknown() }).nullish().catch(null),
  metadata: z
    .object({ generateImageResponse: z.object({ images: z.array(z.string()) }).nullish() })
    .nullish()
    .catch(null),
})
export type Block = z.infer<typeof blockSchema>

export const messageSchema = z.object({
  id: z.string(),
  role: z.string(),
  type: maybeText,
  createdAt: z.union([z.string(), z.number()]).nullish(),
  model: z.object({ id: maybeText, name: maybeText }).nullish().catch(null),
  modelId: maybeText,
  askId: maybeText,
  useful: z.boolean().nullish(),
  foldSelected: z.boolean().nullish(),
  blocks: z.array(z.string()).nullish(),
  // the form before blocks existed
  content: z.unknown().optional(),
  images: z.array(z.string()).nullish(),
  files: z.array(fileSchema).nullish(),
  reasoning_content: maybeText,
})
export type Message = z.infer<typeof messageSchema>
/** A conversation; the program's store has its other facts. */
export interface Topic {
  readonly id: string
  /** The messages, with null in place of invalid ones. */
  readonly messages: readonly (Message | null)[]
}

export const assistantsSchema = z.object({
  assistants: z.array(
    z
      .object({
        prompt: maybeText.catch(null),
        topics: z
          .array(
            z
              .object({
                id: z.string(),
                name: maybeText.catch(null),
                prompt: maybeText.catch(null),
                createdAt: z.unknown().optional(),
                updatedAt: z.unknown().optional(),
                pinned: z.boolean().nullish().catch(null),
              })
              .nullable()
              .catch(null),
          )
          .nullish()
          .catch(null),
      })
      .nullable()
      .catch(null),
  ),
})
