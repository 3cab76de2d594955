import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { JoinedFilm, Storyboard, StoryboardSummary } from '../../../../shared/storyboard.ts'

/** The video that prevents joining, and why. `unable`: nothing here can encode the videos again. */
export type FilmObstacle = Exclude<JoinedFilm, { kind: 'saved' }> | { readonly kind: 'unable' }

export interface StoryboardsState {
  /** All storyboards; null until they are loaded. */
  readonly list: readonly StoryboardSummary[] | null
  /** The chosen storyboard; null for none. */
  readonly chosenId: string | null
  /** Its content; null until it is loaded. */
  readonly shown: Storyboard | null
  readonly error: AppError | null
  readonly renaming: boolean
  /** The film that is being saved; `part` is from 0 to 1. */
  readonly saving: {
    readonly storyboardId: string
    readonly stage: 'joining' | 'encoding'
    readonly part: number
  } | null
  /** Why the chosen storyboard was not saved. */
  readonly obstacle: FilmObstacle | null
}

/** State of the storyboards. It is kept while they are closed. */
export const useStoryboards = create<StoryboardsState>(() => ({
  list: null,
  chosenId: null,
  shown: null,
  error: null,
  renaming: false,
  saving: null,
  obstacle: null,
}))

export function storyboards(): StoryboardsState {
  return useStoryboards.getState()
}
