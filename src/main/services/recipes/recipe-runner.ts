import { randomUUID } from 'node:crypto'
import { type AppError, appError, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { RecipeRun, RecipeStep } from '../../../shared/recipe.ts'
import { recipeRunsMax } from '../../../shared/recipe-limits.ts'
import { failureOf } from '../../faults.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Recipes, StoredRun, StoredStep } from '../../storage/recipes.ts'
import type { SpendingService } from '../spending/index.ts'
import { checkConnection, type NewRunParts, newRun, type RecipeReceiver, receiveRecording } from './new-run.ts'
import { changedSteps, inputBefore, runView } from './run-reading.ts'
import { hasNoResult, isBegun, openStep, statusOf, stepToBegin } from './run-state.ts'
import type { StepWork } from './step-work.ts'

/** Longest title of a chat that a step makes, in UTF-16 units. */
const titleMax = 200

export interface RecipeRunnerParts extends NewRunParts, Pick<Ports, 'events' | 'log'> {
  readonly database: Pick<Database, 'durably'>
  readonly recipes: Recipes
  readonly spending: Pick<SpendingService, 'budget' | 'listPrices'>
  readonly receiver: RecipeReceiver
  readonly workOf: (step: RecipeStep) => StepWork
}

/**
 * The runs of recipes. Each step is a job of an existing queue. The id of that job is on the disk before the job is, so
 * that a run that continues after a crash makes no second one. Only a press sends a step again.
 */
export class RecipeRunner {
  private readonly parts: RecipeRunnerParts
  /** The work on each run, one at a time. */
  private readonly working = new Map<string, Promise<unknown>>()
  private isOpen = false
  private isLookDue = false

  constructor(parts: RecipeRunnerParts) {
    this.parts = parts
  }

  /** Continues the runs of an ended process. */
  start(): void {
    this.isOpen = true
    this.lookSoon()
  }

  async close(): Promise<void> {
    this.isOpen = false
    await Promise.allSettled(this.working.values())
  }

  /** Looks at the jobs of all runs, once for many changes. Never throws. */
  lookSoon(): void {
    if (!this.isOpen || this.isLookDue) return
    this.isLookDue = true
    queueMicrotask(() => {
      this.isLookDue = false
      try {
        for (const id of this.isOpen ? this.parts.recipes.unfinishedRuns() : []) this.advanceSoon(id, false)
      } catch (cause) {
        this.logFailure(cause)
      }
    })
  }

  listRuns(): readonly RecipeRun[] {
    return this.parts.recipes
      .allRuns()
      .slice(0, recipeRunsMax)
      .map((run) => this.viewOf(run))
  }

  async runRecipe(input: CallInput<'recipes.run'>): Promise<RecipeRun> {
    const { database, recipes } = this.parts
    const { runId } = input
    const known = recipes.findRun(runId)
    if (known !== null) return this.viewOf(known)
    const run = newRun(input, this.parts)
    database.durably(() => {
      this.makeRoom()
      recipes.insertRun(run)
    })
    if (run.steps[0]?.step.kind === 'transcribe')
      await this.alone(runId, async () => await this.receive(run.steps[0], input))
    this.emitChanged()
    await this.advance(runId, true)
    return this.viewWithId(runId)
  }

  stopRun({ runId }: CallInput<'recipes.stop'>): RecipeRun {
    this.runWithId(runId)
    this.write(() => this.parts.recipes.setHold(runId, 'user'))
    return this.viewWithId(runId)
  }

  async resumeRun({ position, runId }: CallInput<'recipes.resume'>): Promise<RecipeRun> {
    const { recipes } = this.parts
    const step = openStep(this.runWithId(runId))
    if (step?.position === position) {
      this.write(() => {
        recipes.setHold(runId, null)
        if (step.state === 'waiting') recipes.updateStep(runId, { ...step, isAgreed: true })
      })
      await this.advance(runId, true)
    }
    return this.viewWithId(runId)
  }

  async retryStep(input: CallInput<'recipes.retry'>): Promise<RecipeRun> {
    const { runId } = input
    this.runWithId(runId)
    await this.alone(runId, async () => await this.sendAgain(input))
    await this.advance(runId, true)
    return this.viewWithId(runId)
  }

  deleteRun({ runId }: CallInput<'recipes.deleteRun'>): null {
    const run = this.parts.recipes.findRun(runId)
    if (run?.steps.some(isBegun) === true) fail('busy', 'a step runs')
    this.write(() => this.parts.recipes.removeRun(runId))
    return null
  }

  private async receive(first: StoredStep | undefined, { input, runId }: CallInput<'recipes.run'>): Promise<void> {
    const { database, recipes, workOf } = this.parts
    if (first === undefined) return
    try {
      await receiveRecording(input, first, this.parts)
    } catch (cause) {
      // there is no job, so that nothing can have been sent
      if (workOf(first.step).outcomeOf(first.itemId ?? '') === null) database.durably(() => recipes.removeRun(runId))
      throw cause
    }
  }

  private async sendAgain({ attempts, position, runId, target }: CallInput<'recipes.retry'>): Promise<void> {
    const { recipes, workOf } = this.parts
    const before = this.observed(runId)?.steps[position]
    if (before === undefined || !hasNoResult(before) || before.attempts !== attempts) return
    const step: RecipeStep = { ...before.step, ...target }
    checkConnection(step, this.parts)
    const work = workOf(step)
    const { itemId } = before
    const isSame = itemId !== null && work.canSendAgain(itemId)
    const next: StoredStep = { ...before, step, state: 'waiting', itemId: null, error: null, isAgreed: true }
    this.write(() => {
      recipes.setHold(runId, null)
      recipes.updateStep(runId, isSame ? { ...next, state: 'starting', itemId, attempts: attempts + 1 } : next)
    })
    if (!isSame) return
    try {
      await work.sendAgain(itemId)
    } catch (cause) {
      this.write(() => recipes.updateStep(runId, before))
      throw cause
    }
  }

  private advanceSoon(runId: string, isPressed: boolean): void {
    void this.advance(runId, isPressed).catch((cause: unknown) => this.logFailure(cause))
  }

  /** Begins the steps that may begin. `isPressed`: the user agreed to the next one beyond the budget. */
  private async advance(runId: string, isPressed: boolean): Promise<void> {
    await this.alone(runId, async () => {
      for (let pressed = isPressed; this.isOpen; pressed = false) {
        const run = this.observed(runId)
        const step = run && stepToBegin(run)
        if (run === null || step === null || !this.mayBegin(run, step, pressed)) return
        await this.begin(run, step)
      }
    })
  }

  private mayBegin(run: StoredRun, { isAgreed, state }: StoredStep, isPressed: boolean): boolean {
    const { recipes, settings, spending } = this.parts
    if (state === 'starting') return true
    const { budgetAsks, queuesPaused } = settings.get()
    const isOver = !isPressed && budgetAsks && spending.budget()?.level === 'reached'
    const hold = !isAgreed ? 'price' : isOver ? 'budget' : null
    if (hold !== null) this.write(() => recipes.setHold(run.id, hold))
    return hold === null && !queuesPaused
  }

  private async begin(run: StoredRun, before: StoredStep): Promise<void> {
    const { recipes, workOf } = this.parts
    const isNew = before.state === 'waiting'
    const itemId = before.itemId ?? randomUUID()
    const step: StoredStep = { ...before, itemId, state: 'starting', attempts: before.attempts + (isNew ? 1 : 0) }
    if (isNew) this.write(() => recipes.updateStep(run.id, step))
    const work = workOf(step.step)
    let error: AppError | null = null
    try {
      checkConnection(step.step, this.parts)
      const title = [run.inputName, run.name].filter((part) => part.trim() !== '').join(' · ')
      // a recording is handed over by the call that begins the run
      const input = step.step.kind === 'transcribe' ? { text: '' } : inputBefore(run, step.position, workOf)
      await work.begin(itemId, input, title.slice(0, titleMax))
    } catch (cause) {
      error = failureOf(cause)
    }
    // a job that was stored before its call failed continues
    const outcome = work.outcomeOf(itemId)
    this.write(() =>
      recipes.updateStep(
        run.id,
        outcome === null
          ? { ...step, itemId: null, state: 'failed', error: error ?? appError('internal') }
          : { ...step, ...outcome },
      ),
    )
  }

  /** Returns a run after the states of its jobs are stored; null if there is none. */
  private observed(runId: string): StoredRun | null {
    const { recipes, workOf } = this.parts
    const run = recipes.findRun(runId)
    if (run === null) return null
    const changed = changedSteps(run, workOf)
    if (changed.length === 0) return run
    this.write(() => {
      for (const step of changed) recipes.updateStep(runId, step)
    })
    return recipes.findRun(runId)
  }

  /** Drops the oldest finished run when there are too many. Call it within a transaction. */
  private makeRoom(): void {
    const runs = this.parts.recipes.allRuns()
    if (runs.length < recipeRunsMax) return
    const oldest = runs.findLast((run) => statusOf(run) === 'done') ?? fail('invalid_input', 'too many runs')
    this.parts.recipes.removeRun(oldest.id)
  }

  /** Runs work on a run after the work before it. */
  private async alone<T>(runId: string, work: () => Promise<T>): Promise<T> {
    const before = this.working.get(runId) ?? Promise.resolve()
    const task = before.then(work, work)
    this.working.set(runId, task)
    try {
      return await task
    } finally {
      if (this.working.get(runId) === task) this.working.delete(runId)
    }
  }

  private write(change: () => void): void {
    this.parts.database.durably(change)
    this.emitChanged()
  }

  private runWithId(runId: string): StoredRun {
    return this.parts.recipes.findRun(runId) ?? fail('not_found', 'no such run')
  }

  private viewWithId(runId: string): RecipeRun {
    return this.viewOf(this.runWithId(runId))
  }

  private viewOf(run: StoredRun): RecipeRun {
    return runView(run, this.parts.workOf)
  }

  private emitChanged(): void {
    this.parts.events.emit('recipes.changed', {})
  }

  private logFailure(cause: unknown): void {
    this.parts.log('error', 'a recipe could not go on', { code: failureOf(cause).code })
  }
}
