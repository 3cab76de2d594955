import type { videoCalls } from '../../shared/ipc/video-calls.ts'
import type { VideoStudio } from '../services/videos/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the calls about videos. */
export function videoHandlers({ bin, draft, queue, service }: VideoStudio): Pick<Handlers, keyof typeof videoCalls> {
  return {
    'videos.submit': (input) => queue.submit(input),
    'videos.list': (input) => service.list(input),
    'videos.ids': (input) => service.ids(input),
    'videos.get': (input) => service.get(input),
    'videos.models': () => service.models(),
    'videos.cancel': (input) => queue.cancel(input),
    'videos.retry': (input) => queue.retry(input),
    'videos.refetch': (input) => queue.refetch(input),
    'videos.move': (input) => queue.move(input),
    'videos.setFavourite': (input) => service.setFavourite(input),
    'videos.seen': (input) => service.seen(input),
    'videos.delete': ({ jobIds }) => bin.delete(jobIds),
    'videos.restore': ({ jobIds }) => bin.restore(jobIds),
    'videos.names': (input) => service.names(input),
    'videos.setPoster': (input) => service.setPoster(input),
    'videos.draft': () => draft.get(),
    'videos.saveDraft': (input) => draft.set(input.draft),
  }
}
