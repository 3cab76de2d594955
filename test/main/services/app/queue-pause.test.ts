import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { Recorder } from '../../../fakes/recordings.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf } from '../../../fakes/videos.ts'

// What the pause of all queues stops, and what goes on.

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const pause = (queuesPaused: boolean) => studio.call('settings.update', { queuesPaused })
const jobs = async () => (await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs
/** Lets everything happen that waits for nothing. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('images during the pause of the queues', () => {
  test('paused images wait in their order, while the sent one ends', async () => {
    await studio.call('settings.update', { imagesAtOnce: 1 })
    const release = studio.hold('/v1/images/')
    const sent = await studio.submit(imageRequest())
    await studio.until(sent.id, ({ status }) => status === 'sending')
    await pause(true)
    const second = await studio.submit(imageRequest({ prompt: 'second' }))
    const third = await studio.submit(imageRequest({ prompt: 'third' }))
    release()
    expect((await studio.ended(sent.id)).status).toBe('done')
    await settled()
    expect((await jobs()).map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [second, third].map(({ id }) => [id, 'queued']).toSorted(),
    )
    expect(studio.sent).toBe(1)
    await pause(false)
    await studio.ended(third.id)
    const prompts = studio.gateway
      .requests()
      .flatMap(({ body, path }) => (path.startsWith('/v1/images/generations') ? [body] : []))
    expect(prompts).toMatchObject([{ prompt: 'a quiet harbour' }, { prompt: 'second' }, { prompt: 'third' }])
  })

  test('images whose files were being read during the pause are not sent either', async () => {
    const [job] = await Promise.all([studio.submit(imageRequest()), pause(true)])
    await settled()
    expect([(await jobs())[0]?.status, studio.begun]).toEqual(['queued', []])
    await pause(false)
    expect(await studio.ended(job.id)).toMatchObject({ status: 'done', attempts: 1 })
  })

  test('paused images that wait for another attempt stay where they are', async () => {
    studio.clock.patient = true
    const job = await studio.submit(imageRequest({}, 'rate-limit(retry-after=7;times=1)'))
    await studio.until(job.id, ({ status }) => status === 'waiting')
    await pause(true)
    studio.clock.advance(60_000)
    await settled()
    expect(studio.sent).toBe(1)
    await pause(false)
    expect(await studio.ended(job.id)).toMatchObject({ status: 'done', attempts: 2 })
  })
})

describe('a recording during the pause of the queues', () => {
  test('a paused recording stops before its next piece, also after a restart', async () => {
    const recorder = new Recorder(studio)
    const release = studio.hold('/v1/audio/')
    const id = await recorder.addCut(3)
    await recorder.until(id, ({ status }) => status === 'sending')
    await pause(true)
    release()
    const kept = await recorder.until(id, ({ pieces }) => pieces[0]?.state === 'done')
    await settled()
    expect([kept.status, recorder.requests.length]).toEqual(['queued', 1])
    await studio.reopen()
    await settled()
    expect(recorder.requests.length).toBe(1)
    await pause(false)
    expect((await recorder.ended(id)).status).toBe('done')
    expect(recorder.requests.length).toBe(3)
  })
})

describe('a video during the pause of the queues', () => {
  test('a video at the gateway is polled and downloaded during a pause, and the next one waits', async () => {
    const videos = new VideosOf(studio)
    const first = await videos.submit()
    await videos.becomes(first.id, 'processing')
    await pause(true)
    const second = await videos.submit()
    expect((await videos.ended(first.id)).status).toBe('done')
    await settled()
    expect([(await videos.get(second.id)).status, videos.submissions.length]).toEqual(['queued', 1])
    await studio.reopen()
    await settled()
    expect([(await videos.get(second.id)).status, videos.submissions.length]).toEqual(['queued', 1])
    await pause(false)
    expect((await videos.ended(second.id)).status).toBe('done')
    expect(videos.submissions.length).toBe(2)
  })

  test('a video whose key was being read during the pause is not submitted', async () => {
    const videos = new VideosOf(studio)
    const [job] = await Promise.all([videos.submit(), pause(true)])
    await settled()
    expect([(await videos.get(job.id)).status, videos.submissions.length]).toEqual(['queued', 0])
    await pause(false)
    expect((await videos.ended(job.id)).attempts).toBe(1)
  })
})

test('a chat message is answered during a pause', async () => {
  await pause(true)
  const answered = await studio.call('chat.send', {
    ...{ conversationId: randomUUID(), messageId: randomUUID(), connectionId: 'environment' },
    ...{ model: 'demo-chat', parameters: defaultParameters },
    ...{ text: 'Repeat exactly: hello', attachments: [] },
  })
  const id = answered.messages.at(-1)?.id
  await studio.platform.events.until(
    'chat.status',
    ({ messageId, status }) => messageId === id && status.state === 'done',
  )
})
