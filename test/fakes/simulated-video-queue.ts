import { MediaLibrary } from '../../src/main/media/library.ts'
import type { Clock, EventSink } from '../../src/main/platform.ts'
import { createMemorySecrets } from '../../src/main/secrets/memory.ts'
import type { KeepsAnswers } from '../../src/main/services/app/answer-keeper.ts'
import { SettingsService } from '../../src/main/services/app/settings-service.ts'
import { ConnectionsService, environmentConnection } from '../../src/main/services/connections/connections-service.ts'
import { RequestLog } from '../../src/main/services/requests/request-log.ts'
import { nextPollAfterFailure } from '../../src/main/services/videos/poll-schedule.ts'
import { VideoQueue } from '../../src/main/services/videos/video-queue.ts'
import { VideoStore } from '../../src/main/services/videos/video-store.ts'
import { Catalogues } from '../../src/main/storage/catalogues.ts'
import { Connections } from '../../src/main/storage/connections.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { Preferences } from '../../src/main/storage/preferences.ts'
import { VideoJobs } from '../../src/main/storage/video-jobs.ts'
import { appError } from '../../src/shared/errors.ts'
import { memoryStore } from './platform.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { SimulatedVideoGateway } from './simulated-video-gateway.ts'
import { temporaryDatabase } from './storage.ts'

/** Id of the file that every simulated download gives. */
const mediaId = 'a'.repeat(64)

export interface SimulatedQueueParts {
  readonly world: ReturnType<typeof simulatedWorld>
  readonly time: SimulatedTime
  readonly gateway: SimulatedVideoGateway
  readonly random: () => number
  readonly videosAtOnce: number
  readonly pollsPerMinute: number
}

/** The queue of one process of the app. */
export interface SimulatedQueue {
  readonly queue: VideoQueue
  readonly store: VideoStore
  /** Ends it as a crash does. */
  readonly kill: () => void
}

/**
 * A database for simulated processes. It syncs nothing to the disk: no power failure is simulated, and syncs would
 * dominate the run time.
 */
export function simulatedWorld(): ReturnType<typeof temporaryDatabase> {
  const world = temporaryDatabase()
  const { database } = world
  Object.defineProperty(database, 'durably', { value: <T>(run: () => T): T => database.transaction(run) })
  database.pragma('synchronous = OFF')
  new MediaItems(database).addMediaItem({ id: mediaId, mime: 'video/mp4', bytes: 1, width: 1, height: 1 }, 1)
  return world
}

/** Starts a process of the app's queue of videos in simulated time, on a database that outlives it. */
export function startSimulatedQueue(parts: SimulatedQueueParts): SimulatedQueue {
  const { world, time, gateway, random, videosAtOnce, pollsPerMinute } = parts
  const jobs = new VideoJobs(world.database)
  const clock = time.clock()
  let alive = true
  const events: EventSink = { emit: () => undefined }
  const log = (): void => undefined
  const fetch = gateway.fetchFor(() => alive)
  const settings = new SettingsService(memoryStore(), events, () => {})
  settings.updateSettings({ videosAtOnce, videoPollsPerMinute: pollsPerMinute })
  const catalogues = new Catalogues(world.database)
  const connections = new ConnectionsService({
    connections: new Connections(world.database),
    catalogues,
    preferences: new Preferences(world.database),
    secrets: createMemorySecrets(),
    events,
    clock,
    fetch,
    ending: new AbortController().signal,
    environment: environmentConnection(
      { ATELIER_BASE_URL: 'https://gateway.example/v1', ATELIER_API_KEY: 'sk-simulated' },
      log,
    ),
    startDemo: () => Promise.reject(new Error('no demo here')),
  })
  const library = new MediaLibrary(world.folder, new MediaItems(world.database), () => clock.now())
  // keeping two days of answers needs too many files; other tests cover it
  const keeper: KeepsAnswers = {
    has: () => false,
    keepAnswer: async () => null,
    recordRead: async () => undefined,
    answersOf: () => [],
    bodyOf: () => Promise.reject(new Error('nothing is kept here')),
    bodyTextOf: () => Promise.reject(new Error('nothing is kept here')),
  }
  const store = new VideoStore({ database: world.database, jobs, library, keeper, events, log })
  const downloader = simulatedDownloads({ store, clock, time, random, isAlive: () => alive })
  const queue = new VideoQueue({
    database: world.database,
    keeper,
    jobs,
    store,
    downloader,
    connections,
    library,
    settings,
    requests: new RequestLog({ clock, events }),
    spending: { record: () => null },
    clock,
    fetch,
    random,
    log,
  })
  queue.start()
  return {
    queue,
    store,
    kill() {
      alive = false
      clock.kill()
      // its remaining work must not reach the disk, because a killed process writes nothing
      store.close()
    },
  }
}

/** Slow downloads that break off and meet dead links. */
function simulatedDownloads(parts: {
  readonly store: VideoStore
  readonly clock: Clock
  readonly time: SimulatedTime
  readonly random: () => number
  readonly isAlive: () => boolean
}) {
  const { store, clock, random } = parts
  return {
    download: (id: string, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const undo = clock.after(500 + random() * 20_000, () => {
          if (!parts.isAlive()) return
          const at = clock.now()
          const dice = random()
          const job = store.findJob(id)
          if (dice < 0.1 && job) {
            const about = { duration: job.request.duration, failures: job.deadLinks + 1, retryAfterMs: null }
            if (job.deadLinks < 3)
              store.record(id, {
                type: 'link-dead',
                at,
                error: appError('link_expired'),
                nextPollAt: nextPollAfterFailure(at, about, random),
              })
          } else if (dice < 0.2) {
            store.record(id, { type: 'download-broke-off', at, error: appError('cut_short'), retryAt: at + 1000 })
          } else store.record(id, { type: 'downloaded', at, mediaId, bytes: 1, videoDuration: 5000 })
          resolve()
        })
        signal.addEventListener('abort', () => {
          undo()
          resolve()
        })
      }),
    forgetDownload: async () => undefined,
  }
}
