import { appErrorSchema } from '../../shared/error-schema.ts'
import type { AppError } from '../../shared/errors.ts'
import {
  type Recipe,
  type RecipeStep,
  recipeSchema,
  recipeStepSchema,
  recipeStepsSchema,
  stepStates,
} from '../../shared/recipe.ts'
import { recipeNameMax, recipeRunsMax, recipeStepsMax, recipesMax } from '../../shared/recipe-limits.ts'
import type { Database } from './database.ts'
import { underWay } from './items-under-way.ts'
import {
  choice,
  choiceOrNull,
  flag,
  id,
  integer,
  json,
  jsonOrNull,
  longText,
  markedTime,
  media,
  nullable,
  type RowOf,
  shortText,
  table,
  time,
} from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const recipeTable = table(
  'recipes',
  { id, name: shortText(recipeNameMax), steps: json(recipeStepsSchema, []), createdAt: markedTime },
  { lists: { NULL: recipesMax * 2 } },
)

/** Why a run begins no further step. */
const holds = ['user', 'price', 'budget'] as const

export const recipeRunTable = table(
  'recipe_runs',
  {
    id,
    recipeId: id,
    name: shortText(recipeNameMax),
    inputName: shortText(),
    /** The text that it runs on; null for another input. */
    inputText: nullable(longText),
    /** The picture that it runs on, and the gallery image that it is; null for another input. */
    pictureId: nullable(media('images')),
    imageId: nullable(id),
    hold: choiceOrNull(holds),
    createdAt: time,
  },
  { lists: { NULL: recipeRunsMax } },
)

const noStep: RecipeStep = { kind: 'image', connectionId: '', model: '', prompt: '', size: null }

export const recipeStepTable = table(
  'recipe_run_steps',
  {
    runId: id,
    position: integer,
    step: json<RecipeStep>(recipeStepSchema, noStep),
    /** `starting`: the id of its job is stored, and the job perhaps not. A newer version's word is read as `unknown`. */
    state: choice([...stepStates, 'starting'], 'unknown'),
    itemId: nullable(id),
    isAgreed: flag,
    error: jsonOrNull(appErrorSchema),
    attempts: integer,
  },
  { lists: { run_id: recipeStepsMax } },
)
export type StoredStep = Omit<RowOf<typeof recipeStepTable>, 'runId'>

/** A run with its steps in order. */
export interface StoredRun extends RowOf<typeof recipeRunTable> {
  readonly steps: readonly StoredStep[]
}

/** The tables of recipes and their runs. */
export class Recipes {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all recipes, oldest first. Leaves out unreadable rows. */
  allRecipes(): readonly Recipe[] {
    return this.database
      .prepare('SELECT * FROM recipes WHERE created_at < ? ORDER BY created_at, id LIMIT ?')
      .all(underWay, recipesMax)
      .flatMap((row) => {
        const { createdAt: _, ...recipe } = recipeTable.readRow(row)
        return recipeSchema.safeParse(recipe).data ?? []
      })
  }

  /** Returns true if a row has this id. */
  hasRecipe(recipeId: string): boolean {
    return this.database.prepare('SELECT 1 FROM recipes WHERE id = ?').get(recipeId) !== undefined
  }

  /** Number of rows, also of an unfinished import. */
  get countRecipes(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM recipes').get()?.rows)
  }

  /** Creates or replaces a recipe. */
  putRecipe(recipe: Recipe, now: number): void {
    const createdAt = timeInOrder(this.database, { table: 'recipes' }, now)
    recipeTable.upsert(this.database, { ...recipe, createdAt }, ['id'], ['createdAt'])
  }

  removeRecipe(recipeId: string): void {
    this.database.prepare('DELETE FROM recipes WHERE id = ?').run(recipeId)
  }

  /** Returns all runs, newest first. */
  allRuns(): readonly StoredRun[] {
    return this.database
      .prepare('SELECT * FROM recipe_runs ORDER BY created_at DESC, id DESC')
      .all()
      .map((row) => this.withSteps(recipeRunTable.readRow(row)))
  }

  /** Returns the ids of the runs with a step that is not done, oldest first. */
  unfinishedRuns(): readonly string[] {
    return this.database
      .prepare(
        `SELECT id FROM recipe_runs
         WHERE id IN (SELECT run_id FROM recipe_run_steps WHERE state <> 'done') ORDER BY created_at, id`,
      )
      .all()
      .map((row) => String(row.id))
  }

  /** Gives the step of a job another job. A job without a step changes nothing. */
  replaceItem(itemId: string, newItemId: string): void {
    this.database.prepare('UPDATE recipe_run_steps SET item_id = ? WHERE item_id = ?').run(newItemId, itemId)
  }

  findRun(runId: string): StoredRun | null {
    const row = this.database.prepare('SELECT * FROM recipe_runs WHERE id = ?').get(runId)
    return row ? this.withSteps(recipeRunTable.readRow(row)) : null
  }

  /** Inserts a run. Call it within a transaction. */
  insertRun({ steps, ...run }: StoredRun): void {
    const createdAt = timeInOrder(this.database, { table: 'recipe_runs' }, run.createdAt)
    recipeRunTable.insert(this.database, { ...run, createdAt })
    for (const step of steps) recipeStepTable.insert(this.database, { ...step, runId: run.id })
  }

  setHold(runId: string, hold: StoredRun['hold']): void {
    this.database.prepare('UPDATE recipe_runs SET hold = ? WHERE id = ?').run(hold, runId)
  }

  updateStep(runId: string, step: StoredStep): void {
    recipeStepTable.upsert(this.database, { ...step, runId }, ['runId', 'position'])
  }

  /** Removes a run with its steps. */
  removeRun(runId: string): void {
    this.database.prepare('DELETE FROM recipe_runs WHERE id = ?').run(runId)
  }

  /** Holds every run. A step whose job perhaps never existed may have been sent since: `error` says why. */
  restRuns(error: AppError): void {
    this.database.execute("UPDATE recipe_runs SET hold = 'user'")
    this.database
      .prepare("UPDATE recipe_run_steps SET state = 'unknown', error = ? WHERE state = 'starting'")
      .run(JSON.stringify(error))
  }

  private withSteps(run: RowOf<typeof recipeRunTable>): StoredRun {
    const steps = this.database
      .prepare('SELECT * FROM recipe_run_steps WHERE run_id = ? ORDER BY position')
      .all(run.id)
      .map((row) => {
        const { runId: _, ...step } = recipeStepTable.readRow(row)
        return step
      })
    return { ...run, steps }
  }
}
