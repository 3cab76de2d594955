import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SoundTrackChoice } from '../../../../src/shared/transcript.ts'
import { Recorder, wav } from '../../../fakes/recordings.ts'
import type { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
})
afterEach(async () => await studio.close())

const tracks = [
  { name: null, language: null, loudness: -30 },
  { name: 'Microphone', language: 'eng', loudness: -24 },
]
const choose = async (jobId: string, track: SoundTrackChoice) =>
  await studio.call('transcription.chooseTrack', { jobId, track })

/** What a page reports at its end. */
const report = (
  jobId: string,
  taken: SoundTrackChoice,
  { chosen = false, pageId = recorder.pageId, silent = false },
) => ({
  jobId,
  pageId,
  heard: {
    duration: 2000,
    silent,
    waveform: 'AAAA',
    pieces: silent ? 0 : 1,
    sound: { tracks, taken, ...(chosen ? { chosen } : {}) },
  },
})

/** A recording of two tracks in its queue, of which nothing was sent. */
async function queued(silent = false): Promise<string> {
  await studio.call('settings.update', { queuesPaused: true })
  const { id } = await recorder.add(wav(2))
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.claim()
  if (!silent) await recorder.put(id, 0, 0, 2000)
  await studio.call('transcription.listened', report(id, 1, { silent }))
  return id
}

describe('another sound track, chosen while a page reads one', () => {
  test('a chosen sound track is sent: later pieces of the earlier track are refused', async () => {
    const id = await queued()
    await choose(id, 'all')
    expect((await recorder.claim()).track).toBe('all')
    await choose(id, 0)
    const page = { jobId: id, pageId: recorder.pageId }
    expect(await studio.refusal('transcription.heard', { ...page, progress: 0.9 })).toBe('busy')
    const token = studio.file(wav(2), 'piece.wav')
    expect(await studio.refusal('transcription.putPiece', { ...page, index: 0, from: 0, to: 2000, token })).toBe('busy')
    expect(await studio.refusal('transcription.listened', report(id, 'all', { chosen: true }))).toBe('busy')
    expect(await studio.refusal('transcription.notHeard', { ...page, why: 'damaged' })).toBe('busy')
    const claim = await recorder.claim()
    expect([claim.track, claim.have]).toEqual([0, []])
    await recorder.put(id, 0, 0, 2000)
    await studio.call('transcription.listened', report(id, 0, { chosen: true }))
    await studio.call('settings.update', { queuesPaused: false })
    const done = await recorder.ended(id)
    expect([done.status, done.sound?.taken, recorder.requests.length]).toEqual(['done', 0, 1])
  })

  test('a chosen sound track is not overwritten by late results for the earlier one, under a new claim', async () => {
    const id = await queued()
    await choose(id, 'all')
    await recorder.claim()
    await choose(id, 0)
    for (const late of [report(id, 'all', { chosen: true }), report(id, 1, {})]) {
      const claim = await recorder.claim()
      expect([claim.track, claim.have]).toEqual([0, []])
      await recorder.put(id, 0, 0, 2000)
      expect(await studio.refusal('transcription.listened', late)).toBe('busy')
    }
    expect((await recorder.jobs())[0]).toMatchObject({
      status: 'preparing',
      pieces: [],
      sound: { taken: 0, chosen: true },
    })
  })

  test('a missing sound track falls back, so that the recording is read to its end', async () => {
    const id = await queued()
    await choose(id, 1)
    await recorder.claim()
    await recorder.put(id, 0, 0, 2000)
    const one = report(id, 0, {})
    const sound = { tracks: tracks.slice(0, 1), taken: 0 }
    expect(await studio.refusal('transcription.listened', { ...one, heard: { ...one.heard, sound } })).toBe('ok')
  })

  test('a piece of the earlier track that arrives late is refused', async () => {
    const id = await queued()
    await choose(id, 'all')
    await recorder.claim()
    const token = studio.file(wav(2), 'piece.wav')
    const put = studio.refusal('transcription.putPiece', {
      ...{ jobId: id, pageId: recorder.pageId, index: 0, from: 0, to: 2000, token },
    })
    await choose(id, 0)
    expect(await put).toBe('busy')
    expect((await recorder.jobs())[0]?.pieces).toEqual([])
  })
})

test('a page that was silent for a while continues, unless another one has taken over', async () => {
  const { id } = await recorder.add(wav(2))
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.claim()
  const page = { jobId: id, pageId: recorder.pageId }
  studio.clock.advance(60_000)
  expect(await studio.refusal('transcription.heard', { ...page, progress: 0.5 })).toBe('ok')
  studio.clock.advance(60_000)
  expect((await studio.call('transcription.claim', { pageId: randomUUID() }))?.jobId).toBe(id)
  expect(await studio.refusal('transcription.heard', { ...page, progress: 0.6 })).toBe('busy')
})

describe('another sound track of an ended job', () => {
  test('another track of an ended job is stored until the user resumes it; nothing is sent before', async () => {
    const id = await queued()
    await studio.call('transcription.cancel', { jobId: id })
    await studio.call('settings.update', { queuesPaused: false })
    const chosen = await choose(id, 0)
    expect([chosen.status, chosen.error?.code, chosen.sound?.taken]).toEqual(['cancelled', 'cancelled', 0])
    expect(await studio.call('transcription.claim', { pageId: randomUUID() })).toBeNull()
    expect(recorder.requests).toEqual([])
    expect((await studio.call('transcription.retry', { jobId: id })).status).toBe('preparing')
    expect((await recorder.claim()).track).toBe(0)
  })

  test('another track is read at once if the earlier one was silent', async () => {
    const id = await queued(true)
    expect((await recorder.jobs())[0]?.error?.code).toBe('silent')
    expect((await choose(id, 0)).status).toBe('preparing')
  })
})
