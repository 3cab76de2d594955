import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { intervalBounds } from '../../../../src/main/services/videos/poll-schedule.ts'
import { VideoJobs } from '../../../../src/main/storage/video-jobs.ts'
import type { VideoDuration, VideoStatus } from '../../../../src/shared/video.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { SimulatedTime } from '../../../fakes/simulated-time.ts'
import { type Destiny, SimulatedVideoGateway } from '../../../fakes/simulated-video-gateway.ts'
import { simulatedWorld, startSimulatedQueue } from '../../../fakes/simulated-video-queue.ts'
import { allVideos } from '../../../fakes/videos.ts'

const hour = 60 * 60_000
// enough for each fault that a thousand find; that takes four times the processor time
const jobCount = Number(process.env.SIMULATION_VIDEOS ?? 300)
const pollsPerMinute = 40
const jumps = [60_000, hour, 24 * hour]
const destinies: readonly Destiny[] = ['completed', 'failed', 'refused', 'stuck', 'lost', 'no-link']

let storage: ReturnType<typeof simulatedWorld> | null = null
afterEach(() => {
  storage?.dispose()
  storage = null
})

/** Runs everything that needs no passing time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('hundreds of videos over two days of lost answers, kills, wrong clocks, sleep and no network', async () => {
  const seed = Number(process.env.SIMULATION_SEED ?? 20_261_121)
  console.log(`seed ${seed}`)
  const random = randomFrom(seed)
  const world = simulatedWorld()
  storage = world
  const time = new SimulatedTime()
  const gateway = new SimulatedVideoGateway(time, random)
  const jobs = new VideoJobs(world.database)
  /** Times of clock errors; after each, one request per job may come too early. */
  const disturbances: number[] = []
  const chosen = new Map<string, number>()
  const cancelled = new Set<string>()
  const count = { kills: 0, clocks: 0, sleeps: 0, outages: 0, cancels: 0, choices: 0 }

  const begin = () => startSimulatedQueue({ world, time, gateway, random, videosAtOnce: 20, pollsPerMinute })
  let app = begin()
  const kill = (): void => {
    count.kills += 1
    app.kill()
    app = begin()
  }
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
    const at = random() * 40 * hour
    time.at(at, () => void app.queue.submit({ jobs: [{ jobId: id, request }] }))
    // before the gateway answers
    if (index % 25 === 0) time.at(at + 40, kill)
  }
  const every = (mean: number, until: number, happen: () => void): void => {
    for (let at = random() * mean * 2; at < until; at += random() * mean * 2) time.at(at, happen)
  }
  every(2 * hour, 48 * hour, kill)
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
  // a user who sometimes cancels, and decides about unknown jobs
  every(hour, 48 * hour, () => {
    const running = app.store.activeJobs()
    const job = running[Math.floor(random() * running.length)]
    if (job === undefined) return
    count.cancels += 1
    cancelled.add(job.id)
    app.queue.cancelJob({ jobId: job.id })
  })
  const unknown = () =>
    jobs
      .ids({ ...allVideos, group: 'attention' })
      .flatMap((id) => jobs.findJob(id) ?? [])
      .filter(({ status }) => status === 'unknown')
  const decide = (): void => {
    for (const { id, request } of unknown()) {
      count.choices += 1
      chosen.set(request.prompt, (chosen.get(request.prompt) ?? 0) + 1)
      // a process killed meanwhile does not answer
      void app.queue.retryVideo({ jobId: id }).catch(() => undefined)
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
    if (time.elapsed > 60 * hour && app.store.activeJobs().length === 0) {
      decide()
      if (app.store.activeJobs().length === 0 && unknown().length === 0) break
    }
  }
  app.kill()

  // none lost
  const stored = ids.map((id) => jobs.findJob(id))
  expect(stored.filter((job) => job === null)).toEqual([])
  // all ended, in the right state
  const right: Readonly<Record<Destiny, VideoStatus>> = {
    completed: 'done',
    failed: 'failed',
    refused: 'failed',
    stuck: 'expired',
    lost: 'expired',
    'no-link': 'failed',
    odd: 'expired',
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
