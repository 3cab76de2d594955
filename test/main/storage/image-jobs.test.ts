import { afterEach, beforeEach, expect, test } from 'vitest'
import { queuedProgress } from '../../../src/main/services/images/image-job-machine.ts'
import { ImageJobs, type StoredImageJob } from '../../../src/main/storage/image-jobs.ts'
import { Images } from '../../../src/main/storage/images.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { appError } from '../../../src/shared/errors.ts'
import { storedImage } from '../../fakes/images.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'
import { imageRequest } from '../../fakes/studio.ts'

let run: ReturnType<typeof temporaryDatabase>
let jobs: ImageJobs
beforeEach(() => {
  run = temporaryDatabase()
  jobs = new ImageJobs(run.database)
})
afterEach(() => run.dispose())

const insert = (id: string, changes: Partial<StoredImageJob> = {}): StoredImageJob =>
  jobs.insertJob({ ...queuedProgress, id, request: imageRequest(), createdAt: 1, ...changes })
const media = (letter: string): string => {
  const id = letter.repeat(64)
  new MediaItems(run.database).addMediaItem({ id, mime: 'image/png', bytes: 1, width: 1, height: 1 }, 1)
  return id
}

test('a job is read as it was written, with its pieces', () => {
  const job = insert('a', { createdAt: 7 })
  const changed: StoredImageJob = {
    ...job,
    status: 'failed',
    error: appError('link_expired', 'gone', { status: 404 }),
    attempts: 2,
    gatewayUrl: 'https://example.org/v1',
    sentAt: 8,
    answeredAt: 9,
    endedAt: 10,
    pieces: [
      { state: 'saved', link: null, mediaId: null, revisedPrompt: 'r', error: null, imageId: 'i' },
      {
        state: 'failed',
        link: 'https://example.org/x',
        mediaId: media('b'),
        revisedPrompt: null,
        error: appError('link_expired'),
        imageId: null,
      },
    ],
  }
  jobs.updateJob(changed)
  expect(jobs.findJob('a')).toEqual(changed)
  expect(jobs.findJob('b')).toBeNull()
})

test('running and failed jobs are listed, newest first', () => {
  for (const status of ['queued', 'sending', 'waiting', 'saving', 'done', 'failed', 'unknown', 'cancelled'] as const)
    insert(status, { status })
  insert('dismissed', { status: 'failed', dismissedAt: 3 })
  expect(jobs.listedIds(0, 50).ids).toEqual([
    'cancelled',
    'unknown',
    'failed',
    'saving',
    'waiting',
    'sending',
    'queued',
  ])
  expect(jobs.activeJobs().map(({ id }) => id)).toEqual(['queued', 'sending', 'waiting', 'saving'])
})

test('the list is read in windows, and a job with endless pictures shows the first thousand', () => {
  for (const id of ['one', 'two', 'three']) insert(id, { status: 'failed' })
  expect(jobs.listedIds(0, 2)).toEqual({ ids: ['three', 'two'], total: 3 })
  expect(jobs.listedIds(2, 2)).toEqual({ ids: ['one'], total: 3 })
  expect(jobs.listedIds(4, 2)).toEqual({ ids: [], total: 3 })
  run.database.execute(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
    INSERT INTO image_pieces (job_id, position, state) SELECT 'one', i, 'failed' FROM n`)
  expect(jobs.findJob('one')?.pieces).toHaveLength(1_000)
})

test('removing ended jobs without images returns their files', () => {
  const [sourceId, maskId, piece] = [media('a'), media('b'), media('c')]
  const request = imageRequest({ edit: { sourceId, sourceImageId: null, maskId, keepOutside: false } })
  const over = { status: 'done', endedAt: 5 } as const
  insert('with image', over)
  new Images(run.database).insertImage(storedImage('i', { jobId: 'with image', mediaId: piece }))
  insert('later', { ...over, endedAt: 6 })
  insert('on the list', { status: 'failed', endedAt: 5 })
  insert('runs')
  insert('over', {
    ...over,
    request,
    pieces: [{ state: 'failed', link: null, mediaId: piece, revisedPrompt: null, error: null, imageId: null }],
  })
  insert('dismissed', { status: 'failed', endedAt: 5, dismissedAt: 5 })
  expect(jobs.purgeJobs(5).toSorted()).toEqual([sourceId, maskId, piece])
  expect(
    ['with image', 'later', 'on the list', 'runs', 'over', 'dismissed'].filter((id) => jobs.findJob(id) !== null),
  ).toEqual(['with image', 'later', 'on the list', 'runs'])
})
