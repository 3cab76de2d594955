import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import { parseSize } from './image-kinds.ts'
import { recipeNameMax, recipeStepsMax, stepPromptMax } from './recipe-limits.ts'
import { transcriptionRequestSchema } from './transcript.ts'
import { videoDurationSchema } from './video.ts'

const id = z.string().min(1).max(100)
const prompt = z.string().max(stepPromptMax)
const target = { connectionId: id, model: z.string().min(1).max(300) }

export const recipeStepSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('transcribe'),
      ...target,
      language: transcriptionRequestSchema.unwrap().shape.language,
      /** Names and words to expect; empty for none. */
      prompt,
    })
    .readonly(),
  z
    .strictObject({
      kind: z.literal('write'),
      ...target,
      prompt: prompt.refine((text) => text.trim() !== '', 'a prompt is needed'),
    })
    .readonly(),
  z
    .strictObject({
      kind: z.literal('image'),
      ...target,
      /** Comes before the text; may be empty. */
      prompt,
      /** Size as `<width>x<height>`; null leaves it to the gateway. */
      size: z
        .string()
        .refine((text) => /^\d+x\d+$/.test(text) && parseSize(text) !== null, 'not a size')
        .nullable(),
    })
    .readonly(),
  z
    .strictObject({
      kind: z.literal('video'),
      /** The model's full id, with its orientation. */
      ...target,
      /** Comes before the text; may be empty. */
      prompt,
      /** Seconds. */
      duration: videoDurationSchema,
    })
    .readonly(),
])
/** One paid request of a recipe. It gets the last text before it, or the picture of a run without a text. */
export type RecipeStep = z.infer<typeof recipeStepSchema>

export const recipeStepsSchema = z
  .array(recipeStepSchema)
  .min(1)
  .max(recipeStepsMax)
  .readonly()
  .refine((steps) => steps.every(({ kind }, at) => kind !== 'transcribe' || at === 0), 'a recording comes first')

export const recipeSchema = z
  .strictObject({ id, name: z.string().trim().min(1).max(recipeNameMax), steps: recipeStepsSchema })
  .readonly()
/** Steps under a name. With `transcribe` first, it runs on recordings and videos, else on texts and pictures. */
export type Recipe = z.infer<typeof recipeSchema>

/**
 * - `waiting`: nothing of it is stored elsewhere
 * - `running`: its job waits or is sent
 * - `done`
 * - `failed`: see `error`; nothing more is charged
 * - `unknown`: its answer was lost or cut short; it may have been charged
 * - `cancelled`: by the user
 */
export const stepStates = ['waiting', 'running', 'done', 'failed', 'unknown', 'cancelled'] as const
export type StepState = (typeof stepStates)[number]

/**
 * - `running`: a step runs, or the next one begins
 * - `stopped`: the user stopped it, or it comes from a backup
 * - `price`: the next step has no known price
 * - `budget`: the budget is used up
 * - `attention`: a step has no result
 * - `done`
 */
export const runStatuses = ['running', 'stopped', 'price', 'budget', 'attention', 'done'] as const
export type RunStatus = (typeof runStatuses)[number]

export const runStepSchema = z
  .object({
    step: recipeStepSchema,
    state: z.enum(stepStates),
    error: appErrorSchema.nullable(),
    /** Number of times it was begun. */
    attempts: z.number().int(),
    /** The item with its result; null before there is one. */
    place: z
      .object({ kind: z.enum(['chat', 'image', 'transcript', 'video']), id: z.string() })
      .readonly()
      .nullable(),
  })
  .readonly()
export type RunStep = z.infer<typeof runStepSchema>

export const recipeRunSchema = z
  .object({
    id: z.string(),
    recipeId: z.string(),
    /** Name of the recipe when the run began. */
    name: z.string(),
    /** Name of the file or text. */
    inputName: z.string(),
    status: z.enum(runStatuses),
    steps: z.array(runStepSchema).readonly(),
    /** ms since 1970. */
    createdAt: z.number(),
  })
  .readonly()
/** A recipe at work on one recording, video, picture or text. */
export type RecipeRun = z.infer<typeof recipeRunSchema>
