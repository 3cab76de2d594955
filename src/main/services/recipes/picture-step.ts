import type { ImageEdit } from '../../../shared/image.ts'
import type { RecipeStep } from '../../../shared/recipe.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Images } from '../../storage/images.ts'
import type { ImageQueue } from '../images/image-queue.ts'
import type { SourceService } from '../images/source-service.ts'
import { picturePrompt } from './step-prompt.ts'
import { outcomeOfJob, type StepPicture, type StepWork } from './step-work.ts'

export interface PictureStepParts {
  readonly queue: Pick<ImageQueue, 'submit'>
  readonly jobs: Pick<ImageJobs, 'findJob'>
  readonly images: Pick<Images, 'findImage' | 'idsOfJob'>
  readonly sources: Pick<SourceService, 'prepareSource'>
}

/** Returns the id of a picture in a kind and size that gateways accept. */
export async function preparedPicture({ mediaId }: StepPicture, sources: PictureStepParts['sources']): Promise<string> {
  return (await sources.prepareSource({ from: { kind: 'media', mediaId } })).id
}

/** A job of the image studio. A picture before it is changed. */
export function pictureStep(
  { connectionId, model, prompt, size }: Extract<RecipeStep, { kind: 'image' }>,
  { images, jobs, queue, sources }: PictureStepParts,
): StepWork {
  const firstOf = (itemId: string): string | undefined => images.idsOfJob(itemId)[0]
  return {
    outcomeOf(itemId) {
      const job = jobs.findJob(itemId)
      return job && outcomeOfJob(job)
    },
    async begin(itemId, input) {
      const edit = 'picture' in input ? await editOf(input.picture, sources) : null
      queue.submit({
        jobId: itemId,
        request: {
          ...{ connectionId, model, prompt: picturePrompt(prompt, input), n: 1, size },
          ...{ quality: null, responseFormat: null, edit },
        },
      })
    },
    // a new job replaces it, as in the studio
    canSendAgain: () => false,
    sendAgain: async () => {},
    textOf: () => null,
    pictureOf(itemId) {
      const image = images.findImage(firstOf(itemId) ?? '')
      return image && { mediaId: image.mediaId, imageId: image.id }
    },
    placeOf(itemId) {
      const imageId = firstOf(itemId)
      return imageId === undefined ? null : { kind: 'image', id: imageId }
    },
  }
}

async function editOf(picture: StepPicture, sources: PictureStepParts['sources']): Promise<ImageEdit> {
  const sourceId = await preparedPicture(picture, sources)
  return { sourceId, sourceImageId: picture.imageId, maskId: null, keepOutside: false }
}
