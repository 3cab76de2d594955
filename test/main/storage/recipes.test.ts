import { afterEach, beforeEach, expect, test } from 'vitest'
import { Recipes, type StoredRun, type StoredStep } from '../../../src/main/storage/recipes.ts'
import { restWork } from '../../../src/main/storage/resting-work.ts'
import { picturing, recipeOf, writing } from '../../fakes/recipes.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let recipes: Recipes
beforeEach(() => {
  run = temporaryDatabase()
  recipes = new Recipes(run.database)
})
afterEach(() => run.dispose())

const step = (position: number, changes: Partial<StoredStep> = {}): StoredStep => ({
  ...{ position, step: writing('a'), state: 'waiting', itemId: null, isAgreed: true, error: null, attempts: 0 },
  ...changes,
})
const storedRun = (steps: readonly StoredStep[]): StoredRun => ({
  ...{ id: 'r', recipeId: 'x', name: 'Minutes', inputName: 'Talk', inputText: 'words', hold: null, createdAt: 1 },
  ...{ pictureId: null, imageId: null },
  steps,
})

test('a recipe that cannot be read hides no other', () => {
  const recipe = recipeOf(writing('a'), picturing(''))
  recipes.putRecipe(recipe, 2)
  run.database.execute("INSERT INTO recipes VALUES ('bad', 'Bad', '[{}]', 1)")
  expect(recipes.allRecipes()).toEqual([recipe])
})

test('a run is stored with its steps, and removed with them', () => {
  const stored = storedRun([step(0, { state: 'done', itemId: 'i', attempts: 1 }), step(1, { step: picturing('b') })])
  recipes.insertRun(stored)
  expect(recipes.allRuns()).toEqual([stored])
  expect(recipes.unfinishedRuns()).toEqual(['r'])
  recipes.updateStep('r', step(1, { state: 'done' }))
  expect(recipes.unfinishedRuns()).toEqual([])
  recipes.removeRun('r')
  expect(run.database.prepare('SELECT count(*) AS rows FROM recipe_run_steps').get()).toEqual({ rows: 0 })
})

test('a restored backup holds each run, and a step that may have been sent since waits for a press', () => {
  recipes.insertRun(storedRun([step(0, { state: 'starting', itemId: 'i', attempts: 1 }), step(1)]))
  run.database.transaction(() => restWork(run.database, 5))
  const rested = recipes.findRun('r')
  expect(rested).toMatchObject({ hold: 'user', steps: [{ state: 'unknown', itemId: 'i' }, { state: 'waiting' }] })
  expect(rested?.steps[0]?.error?.code).toBe('app_closed')
})
