import { z } from 'zod'
import { appErrorSchema } from '../../shared/error-schema.ts'
import { leftoversSchema } from '../../shared/kept-answer.ts'
import type { HeardAnswer } from './heard-answer.ts'

/** A task for the thread that reads large answers; ownership of `body` moves to it. */
export type AnswerTask =
  | { readonly kind: 'images'; readonly body: Uint8Array; readonly secrets: readonly string[]; readonly asked: number }
  | {
      readonly kind: 'transcription'
      readonly body: Uint8Array
      readonly secrets: readonly string[]
      readonly partial: boolean
    }
  | {
      readonly kind: 'embeddings'
      readonly body: Uint8Array
      readonly secrets: readonly string[]
      readonly asked: number
    }
  /** The beginning of a body, for display. */
  | { readonly kind: 'text'; readonly body: Uint8Array; readonly shown: number }

const revisedPrompt = z.string().nullable()
const imageAnswerSchema = z.object({
  pieces: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('link'), url: z.string(), revisedPrompt }),
      z.object({
        kind: z.literal('bytes'),
        bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
        revisedPrompt,
      }),
      z.object({ kind: z.literal('nothing'), revisedPrompt, error: appErrorSchema.optional() }),
    ]),
  ),
  reason: z.string().nullable(),
  leftovers: leftoversSchema.nullable(),
  task: z
    .object({
      link: z.string().nullable(),
      id: z.string().nullable(),
      word: z.string().nullable(),
      isDone: z.boolean(),
      goesOn: z.boolean(),
    })
    .nullable(),
})

/** Result of a task. */
export const readAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('images'), answer: imageAnswerSchema }),
  z.object({
    kind: z.literal('transcription'),
    heard: z.custom<HeardAnswer>((value) => typeof value === 'object' && value !== null),
    raw: z.string(),
  }),
  z.object({
    kind: z.literal('embeddings'),
    dimension: z.number(),
    vectors: z.custom<Float32Array>((value) => value instanceof Float32Array),
    tokens: z.number().nullable(),
  }),
  z.object({ kind: z.literal('text'), text: z.string(), length: z.number() }),
  z.object({ kind: z.literal('refused'), error: appErrorSchema }),
])
export type ReadAnswer = z.infer<typeof readAnswerSchema>
