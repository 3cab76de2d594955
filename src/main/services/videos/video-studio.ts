import { type VideoDraft, videoDraftSchema } from '../../../shared/video.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { MediaReader } from '../../media/media-reader.ts'
import type { Clock, EventSink, Fetch, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { Preferences } from '../../storage/preferences.ts'
import { VideoJobs } from '../../storage/video-jobs.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { DraftKeeper } from '../app/draft-keeper.ts'
import type { Erasure } from '../app/erasure.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { VideoBook } from './video-book.ts'
import { VideoDownloader, videoOfPart } from './video-downloader.ts'
import { VideoQueue } from './video-queue.ts'
import { VideosBin } from './videos-bin.ts'
import { VideosService } from './videos-service.ts'

export interface VideoStudioParts {
  readonly database: Database
  readonly keeper: AnswerKeeper
  readonly dataFolder: string
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly events: EventSink
  readonly clock: Clock
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  readonly random: () => number
  readonly log: Log
  /** Runs after each sleep of the computer; returns its undo. */
  readonly onWake: (run: () => void) => () => void
}

/** The videos of main, in their parts. */
export interface VideoStudio {
  readonly queue: VideoQueue
  readonly service: VideosService
  readonly bin: VideosBin
  readonly draft: DraftKeeper<VideoDraft>
  /** Whether a half-written file is of a video that may still be had. */
  wantsPart(name: string): boolean
  /** Goes on with what the last run left. */
  start(): void
  close(): Promise<void>
}

/** Composes the videos, in order of dependency. */
export function createVideoStudio(parts: VideoStudioParts): VideoStudio {
  const jobs = new VideoJobs(parts.database)
  const book = new VideoBook({ ...parts, jobs })
  const downloader = new VideoDownloader({ ...parts, book, reader: new MediaReader() })
  const queue = new VideoQueue({ ...parts, jobs, book, downloader })
  const draft = new DraftKeeper(new Preferences(parts.database), 'video-draft', videoDraftSchema)
  const service = new VideosService({ ...parts, jobs, book })
  const bin = new VideosBin({ ...parts, jobs, book })
  const forgetWake = parts.onWake(() => queue.hurry())
  return {
    queue,
    service,
    bin,
    draft,
    wantsPart(name) {
      const id = videoOfPart(name)
      return id !== null && jobs.find(id) !== null
    },
    start() {
      bin.start()
      queue.start()
    },
    async close() {
      forgetWake()
      await Promise.all([queue.close(), bin.close()])
    },
  }
}
