import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queuedProgress } from '../../../src/main/services/images/image-job-machine.ts'
import { receivingProgress } from '../../../src/main/services/transcription/transcription-machine.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { ImageJobs } from '../../../src/main/storage/image-jobs.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { TranscriptionJobs } from '../../../src/main/storage/transcription-jobs.ts'
import { VideoJobs } from '../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../src/shared/errors.ts'
import type { VideoFilter } from '../../../src/shared/video.ts'
import { transcriptionRequest } from '../../fakes/recordings.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'
import { imageRequest } from '../../fakes/studio.ts'
import { storedVideo } from '../../fakes/videos.ts'

let run: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  run = temporaryDatabase()
  // a newer version may allow more statuses
  run.database.pragma('ignore_check_constraints = ON')
})
afterEach(() => run.dispose())

const error = JSON.stringify({ ...appError('quota', 'x', { status: 429 }), code: 'moon_eclipsed' })

/** Damage that a newer version or a bad disk may cause in a job. */
const damages: readonly (readonly [string, string])[] = [
  ['an error of a newer version', `error = '${error}'`],
  ['an error that is no JSON', 'error = \'{"code":\''],
  ['an error that is null', "error = 'null'"],
  ['a status of a newer version', "status = 'pondering'"],
  ['a request that is no JSON', "request = '{'"],
  [
    'a request with a value of a newer version',
    `request = json_set(request, '$.n', 99, '$.duration', 60, '$.language', 'tlh-x')`,
  ],
]

describe('one bad row never hides a list', () => {
  test.each(damages)('one bad row hides no list of images: %s', (_, change) => {
    const jobs = new ImageJobs(run.database)
    for (const id of ['bad', 'good']) jobs.insertJob({ ...queuedProgress, id, request: imageRequest(), createdAt: 1 })
    run.database.execute(`UPDATE image_jobs SET ${change} WHERE id = 'bad'`)
    expect(jobs.listedIds(0, 50).ids).toEqual(['good', 'bad'])
    expect(jobs.activeJobs().map(({ id }) => id)).toContain('good')
    expect(jobs.findJob('bad')?.request.model).toBe(change.includes("'{'") ? '?' : 'demo-image-free')
  })

  test.each(damages)('one bad row hides no list of recordings: %s', (_, change) => {
    const jobs = new TranscriptionJobs(run.database)
    for (const id of ['bad', 'good'])
      jobs.insertJob({ ...receivingProgress, id, name: id, bytes: 1, request: transcriptionRequest(), createdAt: 1 })
    run.database.execute(`UPDATE transcription_jobs SET ${change} WHERE id = 'bad'`)
    expect(jobs.listedIds(0, 50).ids).toEqual(['bad', 'good'])
  })

  test.each(damages)('one bad row hides no list of videos: %s', (_, change) => {
    const jobs = new VideoJobs(run.database)
    for (const id of ['bad', 'good']) jobs.insertJob(storedVideo(id))
    run.database.execute(`UPDATE video_jobs SET ${change} WHERE id = 'bad'`)
    const filter: VideoFilter = { group: 'all', query: '', models: [], favourite: false }
    const { jobs: found } = jobs.jobPage(filter, 0, 10)
    expect(found.map(({ id }) => id).toSorted()).toEqual(['bad', 'good'])
    expect(jobs.activeJobs().map(({ id }) => id)).toContain('good')
  })

  test('pictures with a state and an error of a newer version stay listed', () => {
    const jobs = new ImageJobs(run.database)
    const piece = {
      state: 'pending',
      link: 'https://x.example',
      mediaId: null,
      revisedPrompt: null,
      error: null,
      imageId: null,
    } as const
    jobs.insertJob({ ...queuedProgress, id: 'j', request: imageRequest(), createdAt: 1, pieces: [piece] })
    run.database.execute(`UPDATE image_pieces SET state = 'dreaming', error = '${error}'`)
    expect(jobs.findJob('j')?.pieces).toMatchObject([
      { state: 'failed', link: 'https://x.example', error: { code: 'newer_error', detail: 'x', status: 429 } },
    ])
  })

  test('messages with an error of a newer version stay listed', () => {
    new Conversations(run.database).insertConversation(conversation('c'))
    const messages = new Messages(run.database)
    messages.insertMessage(storedMessage('m'))
    run.database.execute(`UPDATE messages SET error = '${error}'`)
    expect(messages.branch('m', 10).map(({ id }) => id)).toEqual(['m'])
  })
})
