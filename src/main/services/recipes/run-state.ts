import type { RunStatus, StepState } from '../../../shared/recipe.ts'
import type { StoredRun, StoredStep } from '../../storage/recipes.ts'

/** Returns the first step without a result; null once all are done. */
export function openStep({ steps }: Pick<StoredRun, 'steps'>): StoredStep | null {
  return steps.find(({ state }) => state !== 'done') ?? null
}

/** Returns the step to begin now; null while the run waits for a job or for the user. */
export function stepToBegin(run: Pick<StoredRun, 'hold' | 'steps'>): StoredStep | null {
  const step = openStep(run)
  if (step?.state === 'starting') return step
  return step?.state === 'waiting' && run.hold === null ? step : null
}

/** Returns true for a step that ended without a result. */
export function hasNoResult({ state }: Pick<StoredStep, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'cancelled'
}

/** Returns true for a step whose job is stored, or is about to be. */
export function isBegun({ state }: Pick<StoredStep, 'state'>): boolean {
  return state === 'starting' || state === 'running'
}

export function statusOf(run: Pick<StoredRun, 'hold' | 'steps'>): RunStatus {
  const step = openStep(run)
  if (step === null) return 'done'
  if (hasNoResult(step)) return 'attention'
  if (run.hold === 'user') return 'stopped'
  return step.state === 'waiting' && run.hold !== null ? run.hold : 'running'
}

/** Returns the state of a step as pages know it. */
export function shownState({ state }: Pick<StoredStep, 'state'>): StepState {
  return state === 'starting' ? 'running' : state
}
