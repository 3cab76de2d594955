import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { VideoJobs } from '../../../../src/main/storage/video-jobs.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { SimulatedTime } from '../../../fakes/simulated-time.ts'
import { type Destiny, SimulatedVideoGateway } from '../../../fakes/simulated-video-gateway.ts'
import { simulatedWorld, startSimulatedQueue } from '../../../fakes/simulated-video-queue.ts'
import { videoDialects } from '../../../fakes/video-dialects.ts'
import { videoRequest } from '../../../fakes/videos.ts'

const hour = 60 * 60_000
const jobCount = 200
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_128)

let world: ReturnType<typeof simulatedWorld> | null = null
afterEach(() => {
  world?.dispose()
  world = null
})

test(`in a day of 200 videos over eight dialects none is lost or resent, and failed ones occupy no place (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const time = new SimulatedTime()
  const storage = simulatedWorld()
  world = storage
  const names = Array.from({ length: jobCount }, (_, index) => {
    const dice = random()
    const destiny: Destiny = dice < 0.74 ? 'completed' : dice < 0.85 ? 'failed' : dice < 0.975 ? 'no-link' : 'odd'
    return `${destiny} ${index}`
  })
  const gateway = new SimulatedVideoGateway(
    time,
    random,
    (name) => videoDialects[Number(name.split(' ')[1]) % videoDialects.length] ?? null,
  )
  const jobs = new VideoJobs(storage.database)
  const begin = () =>
    startSimulatedQueue({ world: storage, time, gateway, random, videosAtOnce: 3, pollsPerMinute: 60 })
  let app = begin()
  const ids = names.map(() => randomUUID())
  for (const [index, jobId] of ids.entries())
    time.at(random() * 8 * hour, () => {
      app.queue.submit({ jobs: [{ jobId, request: videoRequest({ prompt: names[index] ?? '' }) }] })
    })
  for (let at = hour; at < 16 * hour; at += hour * (1 + random()))
    time.at(at, () => {
      app.kill()
      app = begin()
    })
  const all = () => ids.flatMap((id) => jobs.findJob(id) ?? [])
  // the odd ones and those without an answer wait for the user; all others have ended by then
  const runUntil = async (end: number): Promise<void> => {
    while (time.elapsed < end) {
      const went = time.step(end)
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (!went) break
    }
  }
  await runUntil(20 * hour)
  const others = all().filter(({ request, status }) => !request.prompt.startsWith('odd') && status !== 'unknown')
  const statuses = { completed: 'done', failed: 'failed', 'no-link': 'failed' } as const
  const expected = others.map(({ request }) => {
    const [destiny = ''] = request.prompt.split(' ')
    const status = Object.entries(statuses).find(([name]) => name === destiny)?.[1]
    return `${request.prompt}: ${status}`
  })
  expect(others.map(({ request, status }) => `${request.prompt}: ${status}`)).toEqual(expected)
  // a failure is told with the gateway's reason, and a video without a link as that
  for (const { error, request, taskId } of others) {
    if (request.prompt.startsWith('failed')) expect(error?.gatewayMessage).toBe(`no reason for ${taskId}`)
    if (request.prompt.startsWith('no-link')) expect(error?.code).toBe('no_video_link')
  }
  await runUntil(60 * hour)
  app.kill()
  const stored = all()
  expect(stored).toHaveLength(jobCount)
  expect(stored.filter(({ endedAt, status }) => endedAt === null && status !== 'unknown')).toEqual([])
  for (const { error, request } of stored) if (request.prompt.startsWith('odd')) expect(error).not.toBeNull()
  expect([...gateway.taken].filter(([, times]) => times > 1)).toEqual([])
  const of = (status: string): number => stored.filter((job) => job.status === status).length
  console.log(
    `${jobCount} videos of ${videoDialects.length} dialects, seed ${seed}: ${of('done')} done, ${of('failed')} failed, ` +
      `${of('expired')} expired, ${of('unknown')} unknown; ${gateway.polls.length} polls`,
  )
})
