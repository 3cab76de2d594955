import { create } from 'zustand'
import type { MediaItem } from '../../shared/media.ts'
import type { Recipe, RecipeRun, RecipeStep } from '../../shared/recipe.ts'
import { call, on, onReconnect } from './bridge/client.ts'
import { showLibrary } from './navigation.ts'

/** A result of another feature, for a recipe to run on. */
export type Offered = {
  readonly name: string
  /** The first step of a new recipe; null if there is none to begin with. */
  readonly step: Pick<RecipeStep, 'kind' | 'model' | 'prompt'> | null
} & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'picture'; readonly media: MediaItem; readonly imageId: string | null }
  | { readonly kind: 'stored'; readonly media: MediaItem }
)

interface RecipesState {
  /** The recipes and their runs, as last reported by main; null before. */
  readonly recipes: readonly Recipe[] | null
  readonly runs: readonly RecipeRun[]
  readonly offered: Offered | null
}

export const useRecipes = create<RecipesState>(() => ({ recipes: null, runs: [], offered: null }))

// the latest load wins
let loads = 0

async function loadRecipes(): Promise<void> {
  loads += 1
  const load = loads
  const [recipes, runs] = await Promise.all([call('recipes.list', {}), call('recipes.runs', {})])
  if (load === loads && recipes.ok && runs.ok) useRecipes.setState({ recipes: recipes.value, runs: runs.value })
}

/** Loads the recipes and keeps them up to date, for the lifetime of the page. */
export async function followRecipes(): Promise<void> {
  on('recipes.changed', () => void loadRecipes())
  on('transfer.imported', () => void loadRecipes())
  onReconnect(() => void loadRecipes())
  await loadRecipes()
}

/** Shows the recipes with a result to run one of them on. */
export function offerToRecipes(offered: Offered): void {
  useRecipes.setState({ offered })
  showLibrary('recipes')
}
