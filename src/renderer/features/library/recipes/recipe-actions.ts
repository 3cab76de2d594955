import i18next from 'i18next'
import { fileSliceMax } from '../../../../shared/attached-file-limits.ts'
import { type AppError, appError } from '../../../../shared/errors.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { isPictureFile } from '../../../../shared/picture-kinds.ts'
import type { Recipe, RecipeRun } from '../../../../shared/recipe.ts'
import { recipeTextMax } from '../../../../shared/recipe-limits.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import type { Offered } from '../../../platform/recipes-store.ts'

type Input = CallInput<'recipes.run'>['input']

/** A text, or a result of another feature, that a recipe runs on. */
export type GivenInput =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | Exclude<Offered, { readonly kind: 'text' }>

/** A file that a recipe did not run on, and the reason in words. */
export interface RefusedInput {
  readonly name: string
  readonly why: string
}

/** The press guard's area of all runs. */
const area = 'recipes'
const submissions = new SubmissionIds()
const deletion = new LastDeletion()

/** Stores a recipe. Resolves to the error, or null. */
export async function saveRecipe(recipe: Recipe): Promise<AppError | null> {
  return errorOf(await call('recipes.put', { recipe }))
}

/** Deletes a recipe, and offers undo. */
export async function deleteRecipe(recipe: Recipe): Promise<AppError | null> {
  const error = errorOf(await call('recipes.delete', { recipeId: recipe.id }))
  if (error === null) deletion.tell(i18next.t('recipes.deleted'), async () => void (await saveRecipe(recipe)))
  return error
}

/** Runs a recipe on files, or on something given, once per press. Resolves to what was refused; undefined for a second press. */
export async function runRecipe(
  recipe: Recipe,
  files: readonly File[],
  given: GivenInput | null,
): Promise<readonly RefusedInput[] | undefined> {
  const about = files.map(({ lastModified, name, size }) => [name, size, lastModified])
  const content = JSON.stringify([recipe, about, given])
  return await paidPresses.once(area, content, async () => {
    const runIds = submissions.for(content, Math.max(1, files.length))
    const refused: RefusedInput[] = []
    const start = async (runId: string | undefined, input: Input | RefusedInput): Promise<void> => {
      const error = 'why' in input ? null : await begin(recipe, runId, input)
      if ('why' in input) refused.push(input)
      else if (error !== null) refused.push(refusedBy(input.name, error))
    }
    if (given !== null) await start(runIds[0], await inputOfGiven(given))
    for (const [index, file] of files.entries()) await start(runIds[index], await inputOfFile(recipe, file))
    if (refused.length === 0) submissions.dropAccepted(content)
    return refused
  })
}

async function begin(recipe: Recipe, runId: string | undefined, input: Input): Promise<AppError | null> {
  return errorOf(await call('recipes.run', { runId: runId ?? crypto.randomUUID(), recipe, input }))
}

function refusedBy(name: string, error: AppError): RefusedInput {
  return { name, why: errorTitle(i18next.t, error) }
}

async function inputOfGiven(given: GivenInput): Promise<Input | RefusedInput> {
  const { name } = given
  switch (given.kind) {
    case 'text':
      return { kind: 'text', name, text: given.text }
    case 'stored':
      return { kind: 'stored', name, mediaId: given.media.id }
    case 'picture':
      return await pictureInput(name, { kind: 'media', mediaId: given.media.id }, given.imageId)
    default:
      return given satisfies never
  }
}

/** Prepares a picture for requests. */
async function pictureInput(
  name: string,
  from: CallInput<'images.prepareSource'>['from'],
  imageId: string | null,
): Promise<Input | RefusedInput> {
  const prepared = await call('images.prepareSource', { from })
  return prepared.ok ? { kind: 'picture', name, mediaId: prepared.value.id, imageId } : refusedBy(name, prepared.error)
}

/** Passes a file to main, and reads its text unless it is a picture or the recipe runs on recordings. */
async function inputOfFile(recipe: Recipe, file: File): Promise<Input | RefusedInput> {
  const name = file.name.slice(0, 255)
  const refused = (error: AppError): RefusedInput => refusedBy(name, error)
  const imported = await importFile(file)
  if (!imported.ok) return refused(imported.error)
  const { token } = imported.value
  if (recipe.steps[0]?.kind === 'transcribe') return { kind: 'recording', token, name }
  if (isPictureFile(file)) return await pictureInput(name, { kind: 'file', token }, null)
  const reading = await call('files.read', { token })
  if (!reading.ok) return refused(reading.error)
  if (reading.value.state === 'refused') return { name, why: i18next.t(`files.problem.${reading.value.problem}`) }
  const { length, textId } = reading.value.file
  if (length > recipeTextMax) return { name, why: i18next.t('recipes.textTooLong', { max: recipeTextMax }) }
  let text = ''
  while (text.length < length) {
    const part = await call('files.text', { textId, from: text.length, length: fileSliceMax })
    if (!part.ok) return refused(part.error)
    if (part.value.text === '') break
    text += part.value.text
  }
  return text.trim() === '' ? refused(appError('step_text_missing')) : { kind: 'text', text, name }
}

/** Begins no further step of a run. */
export async function stopRun({ id }: RecipeRun): Promise<AppError | null> {
  return errorOf(await call('recipes.stop', { runId: id }))
}

/** Continues a run at a step, once per press. */
export async function resumeRun({ id }: RecipeRun, position: number): Promise<AppError | null> {
  const answer = await paidPresses.once(area, `${id} ${position}`, () =>
    call('recipes.resume', { runId: id, position }),
  )
  return answer === undefined ? null : errorOf(answer)
}

/** Sends a step without a result again, once per press. */
export async function retryStep(
  { id, steps }: RecipeRun,
  position: number,
  target: CallInput<'recipes.retry'>['target'],
): Promise<AppError | null> {
  const attempts = steps[position]?.attempts ?? 0
  const answer = await paidPresses.once(area, `${id} ${position} ${attempts}`, () =>
    call('recipes.retry', { runId: id, position, attempts, target }),
  )
  return answer === undefined ? null : errorOf(answer)
}

/** Deletes a run; its results stay. */
export async function deleteRun({ id }: RecipeRun): Promise<AppError | null> {
  return errorOf(await call('recipes.deleteRun', { runId: id }))
}

function errorOf(answer: Result<unknown>): AppError | null {
  return answer.ok ? null : answer.error
}
