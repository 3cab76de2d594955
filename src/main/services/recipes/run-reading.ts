import { appError, fail } from '../../../shared/errors.ts'
import type { RecipeRun, RecipeStep } from '../../../shared/recipe.ts'
import type { StoredRun, StoredStep } from '../../storage/recipes.ts'
import { shownState, statusOf } from './run-state.ts'
import type { StepWork } from './step-work.ts'

type WorkOf = (step: RecipeStep) => StepWork

/** Returns the steps of a run whose jobs have another state by now, with that state. */
export function changedSteps({ steps }: Pick<StoredRun, 'steps'>, workOf: WorkOf): readonly StoredStep[] {
  return steps.flatMap((step): StoredStep[] => {
    if (step.itemId === null || step.state === 'done') return []
    const outcome = workOf(step.step).outcomeOf(step.itemId)
    if (outcome === null)
      return step.state === 'running' ? [{ ...step, state: 'failed', error: appError('not_found') }] : []
    return outcome.state === step.state ? [] : [{ ...step, ...outcome }]
  })
}

/** Returns the text that a step gets: the last one before it. Throws an AppFailure if there is none. */
export function textBefore({ inputText, steps }: StoredRun, position: number, workOf: WorkOf): string {
  const texts = steps
    .slice(0, position)
    .filter(({ step }) => step.kind === 'transcribe' || step.kind === 'write')
    .map(({ itemId, step }) => (itemId === null ? null : workOf(step).textOf(itemId)))
  const text = texts.length === 0 ? inputText : texts.at(-1)
  return text == null || text.trim() === '' ? fail('step_text_missing') : text
}

/** Returns a run as pages know it. */
export function runView(run: StoredRun, workOf: WorkOf): RecipeRun {
  const { createdAt, id, inputName, name, recipeId } = run
  return {
    ...{ id, recipeId, name, inputName, createdAt, status: statusOf(run) },
    steps: run.steps.map((stored) => ({
      ...{ step: stored.step, error: stored.error, attempts: stored.attempts, state: shownState(stored) },
      place: stored.itemId === null ? null : workOf(stored.step).placeOf(stored.itemId),
    })),
  }
}
