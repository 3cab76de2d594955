import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { storyboardCalls } from '../../../shared/ipc/storyboard-calls.ts'
import type { videoCalls } from '../../../shared/ipc/video-calls.ts'
import type { ItemBin } from '../../jobs/item-bin.ts'
import type { CollectionsService } from '../media/collections-service.ts'
import type { FilmSaver } from './film-saver.ts'
import type { StoryboardsService } from './storyboards-service.ts'
import type { VideoDrafts } from './video-drafts.ts'
import type { VideoQueue } from './video-queue.ts'
import type { VideosService } from './videos-service.ts'

/** Services that the handlers of the calls use. */
export interface VideoServices {
  readonly queue: VideoQueue
  readonly service: VideosService
  readonly collections: CollectionsService
  readonly bin: ItemBin<number>
  readonly draft: VideoDrafts
  readonly storyboards: StoryboardsService
  readonly films: FilmSaver
}

type VideoHandlers = HandlersOf<typeof videoCalls & typeof storyboardCalls>

/** Handlers of the calls about videos and storyboards. */
export function videoHandlers({
  bin,
  collections,
  draft,
  films,
  queue,
  service,
  storyboards,
}: VideoServices): VideoHandlers {
  return {
    'videos.submit': (input) => queue.submit(input),
    'videos.list': (input) => service.listVideos(input),
    'videos.ids': (input) => service.ids(input),
    'videos.get': (input) => service.get(input),
    'videos.models': () => service.models(),
    'videos.cancel': (input) => queue.cancelJob(input),
    'videos.retry': (input) => queue.retryVideo(input),
    'videos.refetch': (input) => queue.refetch(input),
    'videos.move': (input) => queue.moveJob(input),
    'videos.collections': () => collections.listCollections(),
    'videos.saveCollection': (input) => collections.saveCollection(input),
    'videos.removeCollection': (input) => collections.removeCollection(input),
    'videos.setInCollection': ({ jobIds, collectionId, inside }) =>
      collections.setInCollection(collectionId, jobIds, inside),
    'videos.setFavourite': (input) => service.setFavourite(input),
    'videos.saveEncoded': (input) => films.saveEncodedVideo(input),
    'videos.seen': (input) => service.seen(input),
    'videos.delete': ({ jobIds }) => bin.delete(jobIds),
    'videos.restore': ({ jobIds }) => bin.restore(jobIds),
    'videos.names': (input) => service.names(input),
    'videos.setPoster': (input) => service.setPoster(input),
    'videos.draft': () => draft.get(),
    'videos.saveDraft': (input) => draft.set(input.draft),
    'storyboards.list': () => storyboards.listStoryboards(),
    'storyboards.get': ({ storyboardId }) => storyboards.getStoryboard(storyboardId),
    'storyboards.put': (input) => storyboards.putStoryboard(input),
    'storyboards.delete': (input) => storyboards.deleteStoryboard(input),
    'storyboards.add': (input) => storyboards.addVideos(input),
    'storyboards.move': (input) => storyboards.moveEntry(input),
    'storyboards.remove': (input) => storyboards.removeEntries(input),
    'storyboards.join': ({ storyboardId }) => films.joinStoryboard(storyboardId),
    'storyboards.cancelJoin': () => films.cancelJoin(),
    'storyboards.saveEncoded': (input) => films.saveEncoded(input),
  }
}
