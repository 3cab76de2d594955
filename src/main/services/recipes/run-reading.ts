import { appError, fail } from '../../../shared/errors.ts'
import type { RecipeRun, RecipeStep } from '../../../shared/recipe.ts'
import type { StoredRun, StoredStep } from '../../storage/recipes.ts'
import { shownState, statusOf } from './run-state.ts'
import type { StepInput, StepPicture, StepWork } from './step-work.ts'

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

/**
 * Returns the input of a step: the last text before it, or the last picture of a run on a picture that has no text yet.
 * Throws an AppFailure if there is none.
 */
export function inputBefore(run: StoredRun, position: number, workOf: WorkOf): StepInput {
  const before = run.steps.slice(0, position)
  const writing = before.findLast(({ step }) => step.kind === 'transcribe' || step.kind === 'write')
  if (writing === undefined && run.pictureId !== null) return { picture: lastPicture(run, before, workOf) }
  const text = writing === undefined ? run.inputText : resultOf(writing, (work, itemId) => work.textOf(itemId), workOf)
  return text === null || text.trim() === '' ? fail('step_text_missing') : { text }
}

function lastPicture({ imageId, pictureId }: StoredRun, before: readonly StoredStep[], workOf: WorkOf): StepPicture {
  const made = before.findLast(({ step }) => step.kind === 'image')
  if (made === undefined) return { mediaId: pictureId ?? fail('not_found'), imageId }
  const picture = resultOf(made, (work, itemId) => work.pictureOf(itemId), workOf)
  return picture ?? fail('not_found', 'the picture of the step before was deleted')
}

function resultOf<T>(
  { itemId, step }: StoredStep,
  of: (work: StepWork, itemId: string) => T | null,
  workOf: WorkOf,
): T | null {
  return itemId === null ? null : of(workOf(step), itemId)
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
