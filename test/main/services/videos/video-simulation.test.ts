import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import type { Clock, EventSink } from '../../../../src/main/platform.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import type { KeepsAnswers } from '../../../../src/main/services/app/answer-keeper.ts'
import { SettingsService } from '../../../../src/main/services/app/settings-service.ts'
import {
  ConnectionsService,
  environmentConnection,
} from '../../../../src/main/services/connections/connections-service.ts'
import { RequestLog } from '../../../../src/main/services/requests/request-log.ts'
import { intervalBounds, nextPollAfterFailure } from '../../../../src/main/services/videos/poll-schedule.ts'
import { VideoQueue } from '../../../../src/main/services/videos/video-queue.ts'
import { VideoStore } from '../../../../src/main/services/videos/video-store.ts'
import { Catalogues } from '../../../../src/main/storage/catalogues.ts'
import { Connections } from '../../../../src/main/storage/connections.ts'
import type { Database } from '../../../../src/main/storage/database.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { Preferences } from '../../../../src/main/storage/preferences.ts'
import { VideoJobs } from '../../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../../src/shared/errors.ts'
import type { VideoDuration, VideoStatus } from '../../../../src/shared/video.ts'
import { memoryStore } from '../../../fakes/platform.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { SimulatedTime } from '../../../fakes/simulated-time.ts'
import { type Destiny, SimulatedVideoGateway } from '../../../fakes/simulated-video-gateway.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'
import { allVideos } from '../../../fakes/videos.ts'

const hour = 60 * 60_000
const jobCount = 1_000
const pollsPerMinute = 40
const jumps = [60_000, hour, 24 * hour]
const mediaId = 'a'.repeat(64)
const destinies: readonly Destiny[] = ['completed', 'failed', 'refused', 'stuck', 'lost', 'no-link']

let storage: ReturnType<typeof temporaryDatabase> | null = null
afterEach(() => {
  storage?.dispose()
  storage = null
})

/** Turns off disk syncs, because no power failure is simulated and they would dominate the run time. */
function withoutSync(database: Database): void {
  Object.defineProperty(database, 'durably', { value: <T>(run: () => T): T => database.transaction(run) })
  database.pragma('synchronous = OFF')
}

/** Runs everything that needs no passing time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

interface Process {
  readonly queue: VideoQueue
  readonly store: VideoStore
  readonly kill: () => void
}

it('a thousand videos over two days of lost answers, kills, wrong clocks, sleep and no network', async () => {
  const seed = Number(process.env.SIMULATION_SEED ?? 20_261_121)
  console.log(`seed ${seed}`)
  const random = randomFrom(seed)
  const world = temporaryDatabase()
  storage = world
  withoutSync(world.database)
  const time = new SimulatedTime()
  const gateway = new SimulatedVideoGateway(time, random)
  const jobs = new VideoJobs(world.database)
  new MediaItems(world.database).add({ id: mediaId, mime: 'video/mp4', bytes: 1, width: 1, height: 1 }, 1)
  /** Times of clock errors; after each, one request per job may come too early. */
  const disturbances: number[] = []
  const chosen = new Map<string, number>()
  const cancelled = new Set<string>()
  const count = { kills: 0, clocks: 0, sleeps: 0, outages: 0, cancels: 0, choices: 0 }

  const begin = (): Process => {
    const clock = time.clock()
    let alive = true
    const events: EventSink = { emit: () => undefined }
    const log = (): void => undefined
    const fetch = gateway.fetchFor(() => alive)
    const settings = new SettingsService(memoryStore(), events, () => {})
    settings.update({ videosAtOnce: 20, videoPollsPerMinute: pollsPerMinute })
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
      keep: async () => null,
      settle: async () => undefined,
      of: () => [],
      bodyOf: () => Promise.reject(new Error('nothing is kept here')),
      textOf: () => Promise.reject(new Error('nothing is kept here')),
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

  let app = begin()
  const ids = Array.from({ length: jobCount }, () => randomUUID())
  const destinyOf = new Map<string, Destiny>()
  const durations: readonly VideoDuration[] = [5, 10, 15, 20]
  for (const [index, id] of ids.entries()) {
    const dice = random()
    const destiny = dice < 0.9 ? 'completed' : (destinies[Math.floor(random() * destinies.length)] ?? 'completed')
    destinyOf.set(id, destiny)
    const request = {
      connectionId: 'environment',
      model: random() < 0.5 ? 'demo-video' : 'demo-video-landscape',
      prompt: `${destiny} ${index}`,
      duration: durations[Math.floor(random() * durations.length)] ?? 5,
    }
    time.at(random() * 40 * hour, () => void app.queue.submit({ jobs: [{ jobId: id, request }] }))
  }
  const every = (mean: number, until: number, happen: () => void): void => {
    for (let at = random() * mean * 2; at < until; at += random() * mean * 2) time.at(at, happen)
  }
  every(2 * hour, 48 * hour, () => {
    count.kills += 1
    app.kill()
    app = begin()
  })
  every(5 * hour, 48 * hour, () => {
    count.clocks += 1
    disturbances.push(time.elapsed)
    time.setClock((random() < 0.5 ? -1 : 1) * (jumps[Math.floor(random() * jumps.length)] ?? hour))
    app.queue.turn()
  })
  every(4 * hour, 48 * hour, () => {
    count.outages += 1
    gateway.reachable = false
    if (random() < 0.5) app.queue.network({ online: false })
    time.at(random() * 1.5 * hour, () => {
      gateway.reachable = true
      if (random() < 0.7) app.queue.network({ online: true })
    })
  })
  // a person who sometimes cancels, and decides about unknown jobs
  every(hour, 48 * hour, () => {
    const running = app.store.running()
    const job = running[Math.floor(random() * running.length)]
    if (job === undefined) return
    count.cancels += 1
    cancelled.add(job.id)
    app.queue.cancel({ jobId: job.id })
  })
  const unknown = () =>
    jobs
      .ids({ ...allVideos, group: 'attention' })
      .flatMap((id) => jobs.find(id) ?? [])
      .filter(({ status }) => status === 'unknown')
  const decide = (): void => {
    for (const { id, request } of unknown()) {
      count.choices += 1
      chosen.set(request.prompt, (chosen.get(request.prompt) ?? 0) + 1)
      // a process killed meanwhile does not answer
      void app.queue.retry({ jobId: id }).catch(() => undefined)
    }
  }
  every(hour, 200 * hour, decide)
  // one long sleep: due work is done late, after the wake event
  time.at(20 * hour, () => {
    count.sleeps += 1
    app.kill()
    app = begin()
    gateway.reachable = false
    time.at(10 * hour, () => {
      gateway.reachable = true
      app.queue.hurry()
    })
  })

  const end = 200 * hour
  while (time.elapsed < end) {
    const went = time.step(end)
    await settle()
    if (!went) break
    if (time.elapsed > 60 * hour && app.store.running().length === 0) {
      decide()
      if (app.store.running().length === 0 && unknown().length === 0) break
    }
  }
  app.kill()

  // none lost
  const stored = ids.map((id) => jobs.find(id))
  expect(stored.filter((job) => job === null)).toEqual([])
  // all ended, in the right state
  const right: Readonly<Record<Destiny, VideoStatus>> = {
    completed: 'done',
    failed: 'failed',
    refused: 'failed',
    stuck: 'expired',
    lost: 'expired',
    'no-link': 'failed',
  }
  const wrong = stored.flatMap((job) => {
    if (job === null) return []
    const destiny = destinyOf.get(job.id) ?? 'completed'
    const fits =
      job.status === right[destiny] ||
      (cancelled.has(job.id) && job.status === 'cancelled') ||
      // a gateway that forgets a task before naming its link has let it expire
      (destiny === 'no-link' && job.status === 'expired')
    return fits ? [] : [`${job.request.prompt}: ${job.status} ${job.error?.code} ${job.error?.detail}`]
  })
  expect(wrong).toEqual([])
  // none was submitted twice, except by choice
  const twice = [...gateway.taken].filter(([name, times]) => times > 1 + (chosen.get(name) ?? 0))
  expect(twice).toEqual([])
  // none was polled too fast, except once after a clock error
  const early = [...gateway.tasks.values()].flatMap((task) => {
    const duration = stored.find((job) => job?.taskId === task.id)?.request.duration ?? 5
    const [shortest] = intervalBounds(duration)
    return task.polledAt.flatMap((at, index) => {
      const before = task.polledAt[index - 1]
      if (before === undefined || at - before >= shortest - 1) return []
      return disturbances.some((moment) => moment >= before && moment <= at) ? [] : [`${task.name} ${at - before} ms`]
    })
  })
  expect(early).toEqual([])
  const crowded = gateway.polls.filter((at, index) => {
    const first = gateway.polls[index - pollsPerMinute]
    return first !== undefined && at - first < 60_000 - 1
  })
  const excused = crowded.filter((at) => disturbances.some((moment) => at - moment >= 0 && at - moment < 60_000))
  expect(crowded.length - excused.length).toBe(0)
  const by = (status: VideoStatus): number => stored.filter((job) => job?.status === status).length
  console.log(
    `${jobCount} videos: ${by('done')} done, ${by('failed')} failed, ${by('expired')} expired, ${by('cancelled')} cancelled; ` +
      `${gateway.polls.length} polls, ${count.kills} kills, ${count.clocks} clocks set, ${count.outages} outages, ` +
      `${count.choices} submitted again by choice`,
  )
  // the faults really happened
  for (const times of Object.values(count)) expect(times).toBeGreaterThan(0)
}, 600_000)

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
          const job = store.find(id)
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
    forget: async () => undefined,
  }
}
