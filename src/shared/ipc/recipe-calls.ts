import { z } from 'zod'
import { recipeRunSchema, recipeSchema } from '../recipe.ts'
import { recipeRunsMax, recipeTextMax } from '../recipe-limits.ts'
import { done, id, mediaId, newId, nothing } from './call-parts.ts'

const position = z.number().int().min(0)
const inputName = z.string().max(255)

/** Calls about recipes: steps that follow each other, and their runs. */
export const recipeCalls = {
  /** Returns all recipes, oldest first. */
  'recipes.list': { input: nothing, output: z.array(recipeSchema).readonly() },
  /** Creates or replaces a recipe. Refuses with `invalid_input` beyond `recipesMax`. Runs keep their own steps. */
  'recipes.put': { input: z.strictObject({ recipe: recipeSchema }), output: done },
  /** Removes a recipe; its runs stay. */
  'recipes.delete': { input: z.strictObject({ recipeId: id }), output: done },
  /** Returns all runs, newest first. */
  'recipes.runs': { input: nothing, output: z.array(recipeRunSchema).max(recipeRunsMax).readonly() },
  /**
   * Runs a recipe as the user saw it. Steps with a known price follow each other; another one waits for
   * `recipes.resume`. A repeated `runId` returns the existing run. Refuses with `no_connection` if a step's connection is
   * gone, or with the reason why the file cannot be read; then there is no run. A picture comes from
   * `images.prepareSource`; `stored` is a recording or video of the library.
   */
  'recipes.run': {
    input: z.strictObject({
      runId: newId,
      recipe: recipeSchema,
      input: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('recording'), token: z.string().max(200), name: inputName }),
        z.strictObject({ kind: z.literal('stored'), mediaId, name: inputName }),
        z.strictObject({ kind: z.literal('picture'), mediaId, imageId: id.nullable(), name: inputName }),
        z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(recipeTextMax), name: inputName }),
      ]),
    }),
    output: recipeRunSchema,
  },
  /** Begins no further step. A step that was begun ends. */
  'recipes.stop': { input: z.strictObject({ runId: id }), output: recipeRunSchema },
  /** Continues a run at a step, which the user agrees to pay. Ignored if another step comes next. */
  'recipes.resume': { input: z.strictObject({ runId: id, position }), output: recipeRunSchema },
  /**
   * Begins a step without a result once more, perhaps with another model. It may cost again. Ignored if it was begun
   * since, which `attempts` tells.
   */
  'recipes.retry': {
    input: z.strictObject({
      runId: id,
      position,
      attempts: z.number().int().min(0),
      target: z.strictObject({ connectionId: id, model: z.string().min(1).max(300) }).nullable(),
    }),
    output: recipeRunSchema,
  },
  /** Removes a run; its results stay. Refuses with `busy` while a step runs. */
  'recipes.deleteRun': { input: z.strictObject({ runId: id }), output: done },
} as const

/** Events about recipes. */
export const recipeEvents = {
  /** Fires when a recipe or a run changed. */
  'recipes.changed': nothing,
} as const

export const recipeContract = { calls: recipeCalls, events: recipeEvents }
