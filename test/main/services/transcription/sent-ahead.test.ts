import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
})
afterEach(async () => await studio.close())

const heard = async (jobId: string, progress: number, audible: boolean) =>
  await studio.call('transcription.heard', { jobId, pageId: recorder.pageId, progress, audible })

async function claimed(faults = ''): Promise<string> {
  const { id } = await recorder.add(wav(2), transcriptionRequest({}, faults))
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.claim()
  return id
}

describe('silence that is known after a recording was sent', () => {
  test('silence ends a recording while its only attempt was refused without cost', async () => {
    const id = await claimed('fail(status=429;times=1)')
    await heard(id, 0.2, false)
    studio.clock.patient = true
    studio.clock.advance(20_000)
    await recorder.until(id, ({ status }) => status === 'waiting')
    await recorder.listened(id, 0, 2000, true)
    expect((await recorder.ended(id)).error?.code).toBe('silent')
    studio.clock.advance(60_000)
    await studio.call('settings.update', { queuesPaused: false })
    expect(recorder.requests.map(({ status }) => status)).toEqual([429])
  })

  test('silence does not end a recording while its answer may arrive', async () => {
    const release = studio.hold('/v1/audio/')
    const id = await claimed()
    await heard(id, 0.2, true)
    await recorder.until(id, ({ status }) => status === 'sending')
    await recorder.listened(id, 0, 2000, true)
    release()
    expect((await recorder.ended(id)).status).toBe('done')
  })
})

test('a recording that is silent so far is not sent while its page makes progress', async () => {
  const id = await claimed()
  for (let progress = 0.1; progress < 0.9; progress += 0.1) {
    await heard(id, progress, false)
    studio.clock.advance(15_000)
  }
  expect([(await recorder.jobs())[0]?.status, recorder.requests.length]).toEqual(['preparing', 0])
  studio.clock.advance(5000)
  expect((await recorder.ended(id)).status).toBe('done')
})

test('the progress of a recording that is being sent is that of its upload, not of its analysis', async () => {
  const release = studio.hold('/v1/audio/')
  const id = await claimed()
  await heard(id, 0.1, true)
  await recorder.until(id, ({ status }) => status === 'sending')
  const before = (await recorder.jobs())[0]?.progress
  studio.clock.advance(1000)
  await heard(id, 0.42, true)
  expect((await recorder.jobs())[0]?.progress).toBe(before)
  release()
  await recorder.ended(id)
})

describe('a recording that was sent before its analysis ended', () => {
  test("segments do not exceed the recording's length once that is known, unless the text was edited", async () => {
    const segments = [
      { start: 0, end: 1, text: 'Hello' },
      { start: 1, end: 30, text: 'there.' },
    ]
    const gateway = await loopbackServer((request, response) => {
      request.resume()
      request.on('end', () => {
        const body = JSON.stringify({ text: 'Hello there.', segments })
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
    })
    await studio.close()
    studio = await StudioUnderTest.open({ baseUrl: `${gateway.origin}/v1` })
    recorder = new Recorder(studio)
    const timesOf = async (transcriptId: string | null) => {
      const transcript = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
      return { ...transcript, times: transcript.segments.map(({ from, to }) => [from, to]) }
    }
    const sent = async (seed: number) => {
      const { id } = await recorder.add(wav(2, seed))
      await recorder.until(id, ({ status }) => status === 'preparing')
      await recorder.claim()
      await heard(id, 0.1, true)
      return await recorder.ended(id)
    }
    const first = await sent(1)
    expect((await timesOf(first.transcriptId)).times.at(-1)).toEqual([1000, 30_000])
    await recorder.listened(first.id, 0, 2000)
    const bounded = await timesOf(first.transcriptId)
    expect([bounded.times.at(-1), bounded.segments.at(-1)?.mended, bounded.revision]).toEqual([[1000, 2000], true, 2])
    const edited = await sent(2)
    const before = await timesOf(edited.transcriptId)
    const change = { transcriptId: before.summary.id, revision: before.revision, at: 0, remove: 1, insert: [] }
    await studio.call('transcripts.edit', change)
    await recorder.listened(edited.id, 0, 2000)
    expect((await timesOf(edited.transcriptId)).times).toEqual([[1000, 30_000]])
    await gateway.close()
  })

  test('a cancelled recording is not analysed any more, because nothing shows its length', async () => {
    await studio.call('settings.update', { queuesPaused: true })
    const id = await claimed()
    await heard(id, 0.1, true)
    await studio.call('transcription.cancel', { jobId: id })
    expect(await studio.call('transcription.claim', { pageId: randomUUID() })).toBeNull()
  })
})
