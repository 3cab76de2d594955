import { fail } from '../../../shared/errors.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { storyboardCalls } from '../../../shared/ipc/storyboard-calls.ts'
import type { videoCalls } from '../../../shared/ipc/video-calls.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { ItemBin } from '../../jobs/item-bin.ts'
import { FilmJoiner } from '../../media/film-joiner.ts'
import { MediaReader } from '../../media/media-reader.ts'
import { Catalogues } from '../../storage/catalogues.ts'
import { ItemCollections } from '../../storage/item-collections.ts'
import { Messages } from '../../storage/messages.ts'
import { Storyboards } from '../../storage/storyboards.ts'
import { VideoJobs } from '../../storage/video-jobs.ts'
import { CollectionsService } from '../media/collections-service.ts'
import { FilmSaver } from './film-saver.ts'
import { StoryboardsService } from './storyboards-service.ts'
import { VideoDownloader, videoOfPart } from './video-downloader.ts'
import { VideoDrafts } from './video-drafts.ts'
import { type VideoServices, videoHandlers } from './video-handlers.ts'
import { VideoQueue } from './video-queue.ts'
import { VideoStore } from './video-store.ts'
import { type PreparesSource, videoTool } from './video-tool.ts'
import { VideosService } from './videos-service.ts'

/** The video feature of main. */
export interface VideoStudio extends Feature, VideoServices {
  readonly handlers: HandlersOf<typeof videoCalls & typeof storyboardCalls>
}

/** Composes the video services in order of dependency. */
export function createVideoStudio(parts: FeatureParts & { readonly prepareSource: PreparesSource }): VideoStudio {
  const jobs = new VideoJobs(parts.database)
  const store = new VideoStore({ ...parts, jobs })
  const reader = new MediaReader()
  const downloader = new VideoDownloader({ ...parts, store, reader })
  const queue = new VideoQueue({ ...parts, jobs, store, downloader })
  const draft = new VideoDrafts(parts)
  const service = new VideosService({ ...parts, jobs, store })
  const collections = new CollectionsService({
    ...parts,
    collections: new ItemCollections(parts.database, 'video'),
    onChange: () => parts.events.emit('videos.collectionsChanged', {}),
  })
  const storyboards = new StoryboardsService({ ...parts, store, storyboards: new Storyboards(parts.database) })
  const films = new FilmSaver({ ...parts, joiner: new FilmJoiner(), reader, storyboards, videos: service })
  const bin = new ItemBin({
    ...parts,
    rows: jobs,
    exists: (id) => jobs.findJob(id) !== null,
    purge: (before) => parts.database.transaction(() => jobs.purgeJobs(before)),
    onChange: () => store.tellCounts(),
    beforeDelete(ids) {
      store.flush()
      if (ids.some((id) => !hasEnded(store.findJob(id)?.status ?? 'done'))) fail('busy', 'the video is on its way')
      return () => undefined
    },
  })
  const making = {
    ...{ ...parts, queue, catalogues: new Catalogues(parts.database) },
    ...{ messages: new Messages(parts.database), calls: parts.tools.calls },
  }
  parts.tools.registry.addToolSource({ tools: () => [videoTool(making)] })
  const forgetWake = parts.onWake(() => queue.hurry())
  parts.settings.onChange(() => queue.turn())
  return {
    handlers: videoHandlers({ bin, collections, draft, films, queue, service, storyboards }),
    queue,
    service,
    collections,
    bin,
    draft,
    films,
    storyboards,
    goingOn: () => queue.runningVideos,
    keptAnswers: { kind: 'video', readAgain: (id) => queue.rereadSubmission(id) },
    network: (state) => queue.network(state),
    // a partial file of a video that can still be downloaded
    wantsPart(name) {
      const id = videoOfPart(name)
      return id !== null && jobs.findJob(id) !== null
    },
    start() {
      bin.start()
      queue.start()
    },
    async close() {
      forgetWake()
      await Promise.all([queue.close(), bin.close(), films.close()])
    },
  }
}
