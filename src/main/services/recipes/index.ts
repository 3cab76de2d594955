/** Recipes: steps that follow each other through the existing queues, and their runs. */
import { fail } from '../../../shared/errors.ts'
import type { CallInput, HandlersOf } from '../../../shared/ipc/contract.ts'
import type { recipeCalls } from '../../../shared/ipc/recipe-calls.ts'
import type { RecipeStep } from '../../../shared/recipe.ts'
import { recipesMax } from '../../../shared/recipe-limits.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { ImageJobs } from '../../storage/image-jobs.ts'
import { Images } from '../../storage/images.ts'
import { Messages } from '../../storage/messages.ts'
import { Recipes } from '../../storage/recipes.ts'
import { TranscriptSegments } from '../../storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import { Transcripts } from '../../storage/transcripts.ts'
import { VideoJobs } from '../../storage/video-jobs.ts'
import type { Chat } from '../chat/index.ts'
import type { ImageStudio } from '../images/index.ts'
import type { TranscriptionStudio } from '../transcription/index.ts'
import type { VideoStudio } from '../videos/index.ts'
import { filmStep } from './film-step.ts'
import type { JobNews } from './job-news.ts'
import { pictureStep } from './picture-step.ts'
import { RecipeRunner } from './recipe-runner.ts'
import { recordingStep } from './recording-step.ts'
import type { StepWork } from './step-work.ts'
import { writingStep } from './writing-step.ts'

export { JobNews } from './job-news.ts'

export interface RecipesParts extends FeatureParts {
  readonly chat: Pick<Chat, 'answers' | 'requests' | 'service'>
  readonly images: Pick<ImageStudio, 'queue' | 'sources'>
  readonly transcription: Pick<TranscriptionStudio, 'queue' | 'receiver'>
  readonly videos: Pick<VideoStudio, 'queue'>
  readonly news: JobNews
}

/** The recipes of main. */
export interface RecipesFeature extends Feature {
  readonly handlers: HandlersOf<typeof recipeCalls>
}

export function createRecipes(parts: RecipesParts): RecipesFeature {
  const { chat, clock, database, events, images, news, settings, transcription, videos } = parts
  const recipes = new Recipes(database)
  const writing = { ...chat, messages: new Messages(database) }
  const { sources } = images
  const picturing = { queue: images.queue, sources, jobs: new ImageJobs(database), images: new Images(database) }
  const filming = { queue: videos.queue, sources, jobs: new VideoJobs(database) }
  const recording = {
    queue: transcription.queue,
    jobs: new TranscriptionJobs(database),
    transcripts: new Transcripts(database),
    segments: new TranscriptSegments(database),
  }
  const workOf = (step: RecipeStep): StepWork => {
    switch (step.kind) {
      case 'transcribe':
        return recordingStep(step, recording)
      case 'write':
        return writingStep(step, writing)
      case 'image':
        return pictureStep(step, picturing)
      case 'video':
        return filmStep(step, filming)
      default:
        return step satisfies never
    }
  }
  const runner = new RecipeRunner({ ...parts, recipes, receiver: transcription.receiver, workOf })
  news.onJob(() => runner.lookSoon())
  // a picture that is tried again in the studio is another job of the same step
  images.queue.onReplaced((jobId, newJobId) => recipes.replaceItem(jobId, newJobId))
  settings.onChange(() => runner.lookSoon())
  const emitChanged = (): null => {
    events.emit('recipes.changed', {})
    return null
  }
  return {
    handlers: {
      'recipes.list': () => recipes.allRecipes(),
      'recipes.put': ({ recipe }: CallInput<'recipes.put'>) => {
        const all = recipes.allRecipes()
        if (all.length >= recipesMax && all.every(({ id }) => id !== recipe.id))
          fail('invalid_input', `over ${recipesMax} recipes`)
        database.durably(() => recipes.putRecipe(recipe, clock.now()))
        return emitChanged()
      },
      'recipes.delete': ({ recipeId }) => {
        database.durably(() => recipes.removeRecipe(recipeId))
        return emitChanged()
      },
      'recipes.runs': () => runner.listRuns(),
      'recipes.run': async (input) => await runner.runRecipe(input),
      'recipes.stop': (input) => runner.stopRun(input),
      'recipes.resume': async (input) => await runner.resumeRun(input),
      'recipes.retry': async (input) => await runner.retryStep(input),
      'recipes.deleteRun': (input) => runner.deleteRun(input),
    },
    start: () => runner.start(),
    close: () => runner.close(),
  }
}
