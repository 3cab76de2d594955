import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import type { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
})

const amr = (seed = 0): Buffer => Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2000 + seed, 4)])
const statuses = () => recorder.requests.map(({ status }) => status)

describe('several recordings that no page opens', () => {
  test('several recordings that no page opens are each sent once after the start', async () => {
    const ids: string[] = []
    for (const seed of [1, 2, 3]) ids.push((await recorder.add(wav(1, seed))).id)
    for (const id of ids) await recorder.until(id, ({ status }) => status === 'preparing')
    const since = recorder.now
    // an earlier version took them for a kind that pages open
    await recorder.reopenAfter((database) => database.prepare("UPDATE media SET mime = 'audio/amr'").run())
    for (const id of ids) expect((await recorder.ended(id, since)).status).toBe('done')
    expect(statuses()).toEqual([200, 200, 200])
  })

  test('several recordings refused at the same time each fail in their own row', async () => {
    await studio.call('settings.update', { transcriptionsAtOnce: 4 })
    const gatewayFetch = studio.network.fetch
    const answered: (() => void)[] = []
    vi.spyOn(studio.network, 'fetch').mockImplementation(async (input, init) => {
      const answer = await gatewayFetch(input, init)
      if (!(input instanceof Request ? input.url : String(input)).includes('/audio/')) return answer
      await new Promise<void>((resolve) => {
        if (answered.push(resolve) === 4) for (const go of answered.splice(0)) go()
      })
      return answer
    })
    const request = transcriptionRequest({}, 'fail(status=413;times=9)')
    const added = await Promise.all([0, 1, 2, 3].map((seed) => recorder.add(amr(seed), request, `a${seed}.amr`)))
    for (const { id } of added) expect((await recorder.ended(id)).error?.code).toBe('sound_not_cut')
    expect(statuses()).toEqual([413, 413, 413, 413])
  })
})

// the demo gateway refuses AMR with 400 whenever it reads the file
describe('a recording that no page opens', () => {
  test.each([
    [500, 'Failed to process audio: CUDA out of memory'],
    [503, 'no worker is free'],
  ])('a recording is sent again after a temporary failure (%i %s)', async (status, message) => {
    const faults = `fail(status=${status};times=1;message=${message})`
    const { id } = await recorder.add(amr(), transcriptionRequest({}, faults), 'a.amr')
    expect((await recorder.ended(id)).error).toMatchObject({ code: 'sound_not_cut', status: 400 })
    expect(statuses()).toEqual([status, 400])
  })

  test('a refusal that is not about the file keeps its message, and a retry sends again', async () => {
    const message = 'Model gpt-x is not supported on /v1/audio/transcriptions'
    const faults = `fail(status=400;times=1;message=${message})`
    const { id } = await recorder.add(amr(), transcriptionRequest({}, faults), 'a.amr')
    const failed = await recorder.ended(id)
    expect(failed.error).toMatchObject({ code: 'bad_request', status: 400, gatewayMessage: message })
    const since = recorder.now
    await studio.call('transcription.retry', { jobId: id })
    expect((await recorder.ended(id, since)).error?.code).toBe('sound_not_cut')
    expect(statuses()).toEqual([400, 400])
  })

  test.each([
    [400, 'Only WAV files are accepted'],
    [413, 'request entity too large'],
  ])('a refused recording has the gateway’s message (%i), and can be sent again', async (...told) => {
    const [status, message] = told
    const faults = `fail(status=${status};times=1;message=${message})`
    const { id } = await recorder.add(amr(), transcriptionRequest({}, faults), 'a.amr')
    const failed = await recorder.ended(id)
    expect(failed).toMatchObject({ status: 'failed', asIs: true })
    expect(failed.error).toMatchObject({ code: 'sound_not_cut', status, gatewayMessage: message })
    const since = recorder.now
    const target = { connectionId: 'environment', model: 'demo-transcribe' }
    await studio.call('transcription.retry', { jobId: id, target })
    expect((await recorder.ended(id, since)).error?.gatewayMessage).toBe('file: not an audio file of a known format')
    expect(statuses()).toEqual([status, 400])
  })

  test('a retry sends a recording that an earlier version had given up', async () => {
    const request = transcriptionRequest({}, 'fail(status=413;times=1)')
    const { id } = await recorder.add(amr(), request, 'a.amr')
    await recorder.ended(id)
    await recorder.reopenAfter((database) => {
      database.prepare("UPDATE transcription_jobs SET cut = 'refused', listened = 0").run()
      database.prepare('DELETE FROM transcription_pieces').run()
    })
    const since = recorder.now
    await studio.call('transcription.retry', { jobId: id })
    await recorder.ended(id, since)
    expect(statuses()).toEqual([413, 400])
  })

  test('a recording that no page opens is distinguished from one sent before a page has read it', async () => {
    const release = studio.hold('/v1/audio/')
    const { id } = await recorder.add(wav(2))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    const page = { jobId: id, pageId: recorder.pageId }
    await studio.call('transcription.heard', { ...page, progress: 0.1, audible: true })
    await recorder.until(id, ({ status }) => status === 'sending')
    await studio.call('transcription.notHeard', { ...page, why: 'damaged' })
    expect((await recorder.jobs())[0]?.asIs).toBeUndefined()
    release()
    expect((await recorder.ended(id)).status).toBe('done')
  })
})
