import type { RecipeStep } from '../../../../shared/recipe.ts'
import { type PictureProblem, pictureProblem } from '../../../../shared/recipe-picture.ts'
import { useApp } from '../../../platform/app-store.ts'

/** Returns why steps cannot run on a picture; null if they can, or without steps. */
export function usePictureProblem(steps: readonly RecipeStep[] | null): PictureProblem | null {
  const connections = useApp((state) => state.connections.connections)
  if (steps === null) return null
  return pictureProblem(steps, (id) => connections.find((one) => one.id === id)?.firstPicture?.way === 'data')
}
