import type { CallInput, EventName, EventPayload } from '../../../src/shared/ipc/contract.ts'
import type { Recipe, RecipeRun, RunStep } from '../../../src/shared/recipe.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

/** Recipes and runs, whose steps end as a test says. */
export class RecipesInMemory {
  readonly handlers: SomeHandlers
  private recipes: readonly Recipe[] = []
  private runs: readonly RecipeRun[] = []
  private readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void

  constructor(emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void) {
    this.emit = emit
    this.handlers = {
      'recipes.list': () => this.recipes,
      'recipes.runs': () => this.runs,
      'recipes.put': ({ recipe }: CallInput<'recipes.put'>) => {
        const isKnown = this.recipes.some(({ id }) => id === recipe.id)
        this.recipes = isKnown
          ? this.recipes.map((one) => (one.id === recipe.id ? recipe : one))
          : [...this.recipes, recipe]
        return this.changed()
      },
      'recipes.delete': ({ recipeId }: CallInput<'recipes.delete'>) => {
        this.recipes = this.recipes.filter(({ id }) => id !== recipeId)
        return this.changed()
      },
      'recipes.run': ({ input, recipe, runId }: CallInput<'recipes.run'>) =>
        this.put({
          ...{ id: runId, recipeId: recipe.id, name: recipe.name, inputName: input.name, createdAt: 0 },
          status: 'running',
          steps: recipe.steps.map((step, at) => runStep({ step, state: at === 0 ? 'running' : 'waiting' })),
        }),
      'recipes.stop': ({ runId }: CallInput<'recipes.stop'>) => this.change(runId, { status: 'stopped' }),
      'recipes.resume': ({ runId }: CallInput<'recipes.resume'>) => this.change(runId, { status: 'running' }),
      'recipes.retry': ({ runId }: CallInput<'recipes.retry'>) => this.change(runId, { status: 'running' }),
      'recipes.deleteRun': ({ runId }: CallInput<'recipes.deleteRun'>) => {
        this.runs = this.runs.filter(({ id }) => id !== runId)
        return this.changed()
      },
    }
  }

  /** Stores a run, or replaces one. */
  put(run: RecipeRun): RecipeRun {
    this.runs = [run, ...this.runs.filter(({ id }) => id !== run.id)]
    this.changed()
    return run
  }

  /** Changes the newest run; `steps` are changes of its steps, in order. */
  changeNewest(changes: Partial<RecipeRun>, steps: readonly Partial<RunStep>[] = []): void {
    const [run] = this.runs
    if (run === undefined) throw new Error('there is no run')
    this.put({ ...run, ...changes, steps: run.steps.map((step, at) => ({ ...step, ...steps[at] })) })
  }

  private change(runId: string, changes: Partial<RecipeRun>): RecipeRun {
    const run = this.runs.find(({ id }) => id === runId)
    if (run === undefined) throw new Error('there is no such run')
    return this.put({ ...run, ...changes })
  }

  private changed(): null {
    this.emit('recipes.changed', {})
    return null
  }
}

function runStep(changes: Pick<RunStep, 'step' | 'state'>): RunStep {
  return { error: null, attempts: 1, place: null, ...changes }
}
