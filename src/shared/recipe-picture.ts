import type { RecipeStep } from './recipe.ts'

/**
 * Returns the steps that get a picture when a recipe runs on one: all up to the first written text, which the later
 * ones get.
 */
export function stepsWithPicture(steps: readonly RecipeStep[]): readonly RecipeStep[] {
  const writing = steps.findIndex(({ kind }) => kind === 'write')
  return writing === -1 ? steps : steps.slice(0, writing + 1)
}

/**
 * `prompt`: the step changes the picture or films it, which a prompt has to say. `field`: the connection has no field for
 * the first picture of a video.
 */
export interface PictureProblem {
  readonly position: number
  readonly lacks: 'prompt' | 'field'
}

/** Returns why a recipe cannot run on a picture; null if it can. */
export function pictureProblem(
  steps: readonly RecipeStep[],
  takesFirstPicture: (connectionId: string) => boolean,
): PictureProblem | null {
  for (const [position, { connectionId, kind, prompt }] of stepsWithPicture(steps).entries()) {
    if (prompt.trim() === '') return { position, lacks: 'prompt' }
    if (kind === 'video' && !takesFirstPicture(connectionId)) return { position, lacks: 'field' }
  }
  return null
}
