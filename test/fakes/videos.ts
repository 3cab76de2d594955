import { randomUUID } from 'node:crypto'
import type { RecordedRequest } from '../../src/demo-gateway/server.ts'
import { queuedProgress } from '../../src/main/services/videos/video-progress.ts'
import type { StoredVideoJob } from '../../src/main/storage/video-jobs.ts'
import { hasEnded } from '../../src/shared/job-phase.ts'
import type { VideoFilter, VideoJob, VideoRequest, VideoStatus } from '../../src/shared/video.ts'
import type { StudioUnderTest } from './studio.ts'

export const allVideos: VideoFilter = { group: 'all', query: '', models: [], favourite: false }

/** A request for a short video; `faults` as the demo gateway takes them in a model's name. */
export function videoRequest(changes: Partial<VideoRequest> = {}, faults = ''): VideoRequest {
  return {
    connectionId: 'environment',
    model: faults === '' ? 'demo-video' : `demo-video+${faults}`,
    prompt: 'a heron over a quiet harbour',
    duration: 5,
    ...changes,
  }
}

/** A row as it is stored. */
export function storedVideo(id: string, changes: Partial<StoredVideoJob> = {}): StoredVideoJob {
  return {
    ...queuedProgress,
    id,
    request: videoRequest(),
    createdAt: 1,
    posterId: null,
    favourite: false,
    seenAt: null,
    deletedAt: null,
    ...changes,
  }
}

/** Actions of a test on an app's videos. */
export class VideosOf {
  private readonly studio: StudioUnderTest

  constructor(studio: StudioUnderTest) {
    this.studio = studio
  }

  async submit(request: VideoRequest = videoRequest(), jobId: string = randomUUID()): Promise<VideoJob> {
    const [job] = await this.studio.call('videos.submit', { jobs: [{ jobId, request }] })
    if (!job) throw new Error('nothing was submitted')
    return job
  }

  async get(jobId: string): Promise<VideoJob> {
    return (await this.studio.call('videos.get', { jobId })).job
  }

  /** The next matching state of a job, after the first `since` events. */
  async until(id: string, fits: (job: VideoJob) => boolean, since = 0): Promise<VideoJob> {
    const { events } = this.studio.platform
    const before = new Set(events.seen.slice(0, since).map(({ payload }) => payload))
    return await events.until('videos.job', (job) => job.id === id && !before.has(job) && fits(job))
  }

  async becomes(id: string, status: VideoStatus, since = 0): Promise<VideoJob> {
    return await this.until(id, (job) => job.status === status, since)
  }

  async ended(id: string, since = 0): Promise<VideoJob> {
    return await this.until(id, ({ status }) => hasEnded(status), since)
  }

  /** Submits and waits for the end. */
  async run(request: VideoRequest = videoRequest()): Promise<VideoJob> {
    return await this.ended((await this.submit(request)).id)
  }

  /** Number of events so far. */
  get now(): number {
    return this.studio.platform.events.seen.length
  }

  /** Advances time until a watched job is polled, and returns the result. */
  async polled(id: string): Promise<VideoJob> {
    const { clock, platform } = this.studio
    const before = await this.get(id)
    const since = this.now
    clock.advance(Math.max(0, (before.nextPollAt ?? 0) - platform.clock.now()))
    return await this.until(id, ({ polls, status }) => polls > before.polls || hasEnded(status), since)
  }

  statusesOf(id: string): readonly VideoStatus[] {
    const { events } = this.studio.platform
    const all = events.of('videos.job').flatMap((job) => (job.id === id ? [job.status] : []))
    return all.filter((status, index) => status !== all[index - 1])
  }

  /** Submissions that reached the gateway. */
  get submissions(): readonly RecordedRequest[] {
    return this.studio.gateway.requests().filter(({ path }) => path === '/v1/videos/generations')
  }

  get polls(): readonly RecordedRequest[] {
    return this.studio.gateway.requests().filter(({ path }) => path.startsWith('/v1/videos/generations/'))
  }

  get downloads(): readonly RecordedRequest[] {
    return this.studio.gateway.requests().filter(({ path }) => path.startsWith('/files/'))
  }
}
