import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { imageCalls } from '../../../shared/ipc/image-calls.ts'
import type { ItemBin } from '../../jobs/item-bin.ts'
import type { CollectionsService } from '../media/collections-service.ts'
import type { GalleryService } from './gallery-service.ts'
import type { ImageModelMemory } from './image-model-memory.ts'
import type { ImageQueue } from './image-queue.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { PromptImprover } from './prompt-improver.ts'
import type { SourceService } from './source-service.ts'

/** Services that the handlers of the calls use. */
export interface ImageServices {
  readonly queue: ImageQueue
  readonly gallery: GalleryService
  readonly collections: CollectionsService
  readonly bin: ItemBin<number>
  readonly sources: SourceService
  readonly memory: ImageModelMemory
  readonly prompts: PromptHistory
  readonly improver: PromptImprover
}

/** Handlers of the calls about images. */
export function imageHandlers({
  bin,
  collections,
  gallery,
  improver,
  memory,
  prompts,
  queue,
  sources,
}: ImageServices): HandlersOf<typeof imageCalls> {
  return {
    'images.submit': (input) => queue.submit(input),
    'images.jobs': (input) => queue.listJobs(input),
    'images.cancel': (input) => queue.cancelJob(input),
    'images.retry': (input) => queue.retryImage(input),
    'images.modelNotes': (input) => memory.modelNotes(input),
    'images.refetch': (input) => queue.refetch(input),
    'images.dismiss': (input) => queue.dismiss(input),
    'images.list': (input) => gallery.listImages(input),
    'images.ids': (input) => gallery.ids(input),
    'images.facets': () => gallery.facets(),
    'images.get': (input) => gallery.get(input),
    'images.setFavourite': (input) => gallery.setFavourite(input),
    'images.delete': ({ imageIds }) => bin.delete(imageIds),
    'images.restore': ({ imageIds }) => bin.restore(imageIds),
    'images.names': (input) => gallery.names(input),
    'images.collections': () => collections.listCollections(),
    'images.saveCollection': (input) => collections.saveCollection(input),
    'images.removeCollection': (input) => collections.removeCollection(input),
    'images.setInCollection': ({ imageIds, collectionId, inside }) =>
      collections.setInCollection(collectionId, imageIds, inside),
    'images.prepareSource': (input) => sources.prepareSource(input),
    'images.mask': (input) => sources.mask(input),
    'images.saveMask': (input) => sources.saveMask(input),
    'images.improvePrompt': (input) => improver.improve(input),
    'images.prompts': () => prompts.prompts(),
    'images.setFavouritePrompt': (input) => prompts.setFavourite(input),
    'images.draft': () => sources.draft(),
    'images.saveDraft': (input) => sources.saveDraft(input),
  }
}
