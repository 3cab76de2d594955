import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { Recorder } from '../../../fakes/recordings.ts'
import { imageRequest, type StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let recorder: Recorder
let videos: VideosOf
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
  videos = new VideosOf(studio)
})
afterEach(async () => await studio.close())

/** Changes the database while the app is closed. */
async function whileClosed<T>(change: (database: Database) => T): Promise<T> {
  await studio.app.close()
  const database = new Database(databasePath(studio.platform.paths.data))
  const changed = change(database)
  database.close()
  await studio.reopen()
  return changed
}

const states = (database: Database) =>
  ['image_jobs', 'transcription_jobs', 'video_jobs'].flatMap((table) =>
    database.prepare(`SELECT status, attempts, sent_at, error FROM ${table} WHERE owner = 'laptop'`).all(),
  )

async function imageEnds(): Promise<void> {
  const jobId = randomUUID()
  await studio.call('images.submit', { jobId, request: imageRequest() })
  await studio.platform.events.until('images.job', (job) => job.id === jobId && job.status === 'done')
}

test('a job of another computer is never sent here, whatever its state, also after restarts', async () => {
  await studio.call('settings.update', { queuesPaused: true })
  const image = await studio.call('images.submit', { jobId: randomUUID(), request: imageRequest() })
  const video = await videos.submit()
  const recording = await recorder.addCut(1)
  await recorder.until(recording, ({ status }) => status === 'queued')
  const waiting = await whileClosed((database) => {
    for (const table of ['image_jobs', 'transcription_jobs', 'video_jobs'])
      database.execute(`UPDATE ${table} SET owner = 'laptop', status = 'queued', error = NULL, ended_at = NULL`)
    return states(database)
  })
  expect(waiting).toMatchObject([{ status: 'queued' }, { status: 'queued' }, { status: 'queued' }])
  await studio.call('settings.update', { queuesPaused: false })
  await studio.call('images.cancel', { jobId: image.id })
  await studio.call('videos.cancel', { jobId: video.id })
  // own jobs are behind them in each queue
  await imageEnds()
  const own = await videos.submit()
  await videos.ended(own.id)
  await recorder.ended(await recorder.addCut(1))
  const sent = () => [studio.sent, videos.submissions.length, recorder.requests.length]
  expect(sent()).toEqual([1, 1, 1])
  expect(await whileClosed(states)).toEqual(waiting)

  // the other computer is sending them: nobody here decides that their answers are lost
  const sending = await whileClosed((database) => {
    database.execute("UPDATE image_jobs SET status = 'sending', sent_at = 5 WHERE owner = 'laptop'")
    database.execute("UPDATE transcription_jobs SET status = 'sending', sent_at = 5 WHERE owner = 'laptop'")
    database.execute("UPDATE video_jobs SET status = 'submitting', sent_at = 5 WHERE owner = 'laptop'")
    return states(database)
  })
  await imageEnds()
  expect(await whileClosed(states)).toEqual(sending)
  expect(sent()).toEqual([2, 1, 1])
})
