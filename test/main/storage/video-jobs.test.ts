import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { type StoredVideoJob, VideoJobs } from '../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../src/shared/errors.ts'
import { videoStatuses } from '../../../src/shared/video.ts'
import { queryPlans } from '../../fakes/query-plans.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'
import { allVideos, storedVideo, videoRequest } from '../../fakes/videos.ts'

let run: ReturnType<typeof temporaryDatabase>
let jobs: VideoJobs
beforeEach(() => {
  run = temporaryDatabase()
  jobs = new VideoJobs(run.database)
})
afterEach(() => run.dispose())

const media = (letter: string): string => {
  const id = letter.repeat(64)
  new MediaItems(run.database).addMediaItem({ id, mime: 'video/mp4', bytes: 1, width: 1, height: 1 }, 1)
  return id
}
function insert(id: string, changes: Partial<StoredVideoJob> = {}): void {
  jobs.insertJob(storedVideo(id, changes))
}
const idsOf = (of: readonly StoredVideoJob[]) => of.map(({ id }) => id)

/** A job with a distinct value in every field. */
function full(): StoredVideoJob {
  return {
    id: 'a',
    request: videoRequest({ prompt: '港口 “quoted” \n\u0000 😀', duration: 20 }),
    createdAt: 1,
    status: 'downloading',
    error: appError('cut_short', 'half', { status: 206, gatewayCode: 'c', requestId: 'r', retryAfterMs: 5 }),
    attempts: 2,
    refusals: 3,
    gatewayUrl: 'https://gateway.example/v1',
    taskId: 'task/..?#',
    word: 'Moon Lighting',
    wordUnknown: true,
    polls: 4,
    failedPolls: 5,
    sentAt: 6,
    acceptedAt: 7,
    madeAt: 8,
    retryAt: 9,
    polledAt: 10,
    nextPollAt: 11,
    link: 'https://files.example/x',
    deadLinks: 12,
    brokenOff: 13,
    received: 4 * 1024 ** 3,
    total: 5 * 1024 ** 3,
    version: '"v"',
    answer: '{"id":"x"}',
    mediaId: media('b'),
    videoDuration: 5041,
    endedAt: 14,
    posterId: null,
    favourite: false,
    seenAt: 15,
    deletedAt: null,
  }
}

test('a job is read as it was written, field by field', () => {
  const job = full()
  insert('a')
  jobs.updateJob(job)
  // the request never changes
  expect(jobs.findJob('a')).toEqual({ ...job, request: storedVideo('a').request })
  run.database.prepare('DELETE FROM video_jobs').run()
  jobs.insertJob(job)
  expect(jobs.findJob('a')).toEqual(job)
  expect(jobs.findJob('b')).toBeNull()
})

test('every field has its own value in the file: no two are mixed up', () => {
  const job = full()
  jobs.insertJob(job)
  const empty = storedVideo('a', { request: job.request })
  for (const name of Object.keys(empty)) {
    const changed = { ...empty, ...Object.fromEntries(Object.entries(job).filter(([field]) => field === name)) }
    jobs.updateJob(changed)
    expect(jobs.findJob('a')).toEqual(changed)
  }
})

test('unfinished jobs are in queue order after any moves', () => {
  for (const status of videoStatuses) insert(status, { status })
  for (const id of ['x', 'y', 'z']) insert(id)
  const running = ['submitting', 'pending', 'processing', 'downloading']
  expect(idsOf(jobs.activeJobs())).toEqual(['queued', ...running, 'x', 'y', 'z'])
  jobs.moveJob('z', 'queued')
  expect(idsOf(jobs.activeJobs())).toEqual([...running, 'z', 'queued', 'x', 'y'])
  jobs.moveJob('z', null)
  jobs.moveJob('y', 'y')
  jobs.moveJob('x', 'nowhere')
  expect(idsOf(jobs.activeJobs())).toEqual([...running, 'queued', 'z', 'y', 'x'])
  insert('new')
  expect(idsOf(jobs.activeJobs()).at(-1)).toBe('new')
})

describe('the bin of video jobs', () => {
  test('the bin accepts ended jobs, stores their deletion time, and restores them', () => {
    insert('done', { status: 'done', endedAt: 1 })
    insert('runs', { status: 'pending' })
    expect([jobs.delete(['done', 'runs', 'none'], 5), jobs.delete(['done'], 6)]).toEqual([1, 0])
    expect([jobs.findJob('done'), jobs.findEvenDeleted('done')?.deletedAt, jobs.oldestDeletion()]).toEqual([null, 5, 5])
    expect([jobs.restore(['done', 'runs']), jobs.oldestDeletion(), jobs.findJob('done')?.deletedAt]).toEqual([
      1,
      null,
      null,
    ])
  })

  test('purging returns the files of jobs, and keeps later deletions', () => {
    const [video, poster, other] = [media('a'), media('b'), media('c')]
    insert('old', { status: 'done', endedAt: 1, mediaId: video })
    jobs.setPoster('old', poster)
    insert('bare', { status: 'failed', endedAt: 1 })
    insert('new', { status: 'done', endedAt: 1, mediaId: other })
    jobs.delete(['old', 'bare'], 5)
    jobs.delete(['new'], 6)
    expect(jobs.purgeJobs(5).toSorted()).toEqual([video, poster])
    expect(['old', 'bare', 'new'].map((id) => jobs.findEvenDeleted(id)?.id ?? null)).toEqual([null, null, 'new'])
  })
})

test('a window of five thousand jobs is in list order, and read by its index', () => {
  run.database.transaction(() => {
    for (let index = 0; index < 5000; index += 1) {
      const ended = index % 5 > 0
      insert(String(index).padStart(4, '0'), {
        status: ended ? 'done' : index % 2 === 0 ? 'queued' : 'pending',
        endedAt: ended ? index : null,
        request: videoRequest({ prompt: `heron ${index % 7}` }),
      })
    }
  })
  const all = jobs.ids(allVideos)
  expect([all.length, new Set(all).size, jobs.counts()]).toEqual([
    5000,
    5000,
    { all: 5000, waiting: 500, running: 500, done: 4000, attention: 0 },
  ])
  expect([all[0], all[499], all[500], all[999], all[1000], all[4999]]).toEqual([
    '0005',
    '4995',
    '0000',
    '4990',
    '4999',
    '0001',
  ])
  const offsets = [0, 200, 2400, 4800]
  const pages: string[] = []
  const plans = queryPlans(run.database, () => {
    for (const offset of offsets) pages.push(...idsOf(jobs.jobPage(allVideos, offset, 200).jobs))
  })
  expect(pages).toEqual(offsets.flatMap((offset) => all.slice(offset, offset + 200)))
  expect(jobs.jobPage({ ...allVideos, query: 'heron 3', group: 'done' }, 0, 1).total).toBe(
    all.filter((id) => Number(id) % 7 === 3 && Number(id) % 5 > 0).length,
  )
  for (const plan of plans) expect(plan).toContain('USING INDEX video_jobs_ended')
})
