import { randomUUID } from 'node:crypto'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { pictureTokens } from '../../../shared/picture-tokens.ts'
import type { RecipeStep } from '../../../shared/recipe.ts'
import { pictureProblem } from '../../../shared/recipe-picture.ts'
import { stepPrices } from '../../../shared/recipe-price.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Clock } from '../../platform.ts'
import type { StoredRun, StoredStep } from '../../storage/recipes.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { SpendingService } from '../spending/index.ts'
import type { Receiver } from '../transcription/receiver.ts'
import { transcriptionRequest } from './recording-step.ts'

type Input = CallInput<'recipes.run'>['input']

export interface NewRunParts {
  readonly clock: Clock
  readonly connections: Pick<ConnectionsService, 'firstPictures' | 'has'>
  readonly library: Pick<MediaLibrary, 'findMedia'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly spending: Pick<SpendingService, 'listPrices'>
}

/** Returns a run to store. Throws an AppFailure if the recipe cannot run on this input. */
export function newRun({ input, recipe, runId }: CallInput<'recipes.run'>, parts: NewRunParts): StoredRun {
  const { clock, settings, spending } = parts
  for (const step of recipe.steps) checkConnection(step, parts)
  const tokens = tokensOf(input, recipe.steps, parts)
  const all = { prices: spending.listPrices(), videoPriceOf: settings.get().videoPriceOf }
  const prices = stepPrices(recipe.steps, tokens, all)
  const steps = recipe.steps.map((step, position): StoredStep => {
    const isReceived = step.kind === 'transcribe'
    return {
      ...{ position, step, error: null, attempts: isReceived ? 1 : 0 },
      ...(isReceived ? { state: 'starting', itemId: randomUUID() } : { state: 'waiting', itemId: null }),
      // the press that begins the run agrees to the first step, also without a known price
      isAgreed: position === 0 || prices[position] != null,
    }
  })
  return {
    ...{ id: runId, recipeId: recipe.id, name: recipe.name, hold: null, createdAt: clock.now(), steps },
    inputName: input.name,
    inputText: input.kind === 'text' ? input.text : null,
    pictureId: input.kind === 'picture' ? input.mediaId : null,
    imageId: input.kind === 'picture' ? input.imageId : null,
  }
}

/** Refuses a step whose connection is gone. */
export function checkConnection({ connectionId }: RecipeStep, { connections }: Pick<NewRunParts, 'connections'>): void {
  if (!connections.has(connectionId)) fail('no_connection')
}

/** Passes a recording to the first step of its run. The other steps get theirs when they begin. */
export async function receiveRecording(
  input: Input,
  { itemId, step }: StoredStep,
  { library, receiver }: Pick<NewRunParts, 'library'> & { readonly receiver: RecipeReceiver },
): Promise<void> {
  if (step.kind !== 'transcribe' || itemId === null) return
  const job = { jobId: itemId, name: input.name, request: transcriptionRequest(step) }
  if (input.kind === 'recording') await receiver.addRecording({ ...job, token: input.token })
  else if (input.kind === 'stored') await receiver.addFromLibrary(job, recordingOf(input.mediaId, library))
}

export type RecipeReceiver = Pick<Receiver, 'addFromLibrary' | 'addRecording'>

/** Returns the tokens of an input after it was checked; null for a recording, whose words are not known yet. */
function tokensOf(
  input: Input,
  steps: readonly RecipeStep[],
  { connections, library }: Pick<NewRunParts, 'connections' | 'library'>,
): number | null {
  const isSound = input.kind === 'recording' || input.kind === 'stored'
  if ((steps[0]?.kind === 'transcribe') !== isSound) fail('invalid_input', 'the recipe runs on something else')
  switch (input.kind) {
    case 'recording':
      return null
    case 'stored':
      recordingOf(input.mediaId, library)
      return null
    case 'text':
      return estimateTokens(input.text).tokens
    case 'picture': {
      const picture = library.findMedia(input.mediaId) ?? fail('not_found', 'no such picture')
      const problem = pictureProblem(steps, (id) => connections.firstPictures.fieldOf(id)?.way === 'data')
      if (problem?.lacks === 'field') fail('first_picture_off', 'a video begins with the picture')
      if (problem !== null) fail('invalid_input', 'a step with a picture needs a prompt')
      return pictureTokens(picture)
    }
    default:
      return input satisfies never
  }
}

function recordingOf(mediaId: string, library: Pick<MediaLibrary, 'findMedia'>): MediaItem {
  const item = library.findMedia(mediaId) ?? fail('not_found', 'no such recording')
  return /^(audio|video)\//.test(item.mime) ? item : fail('not_sound', 'neither sound nor film')
}
