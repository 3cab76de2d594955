import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  recorder = new Recorder(studio)
})
afterEach(async () => await studio.close())

async function ended(faults: string) {
  const { id } = await recorder.add(wav(2), transcriptionRequest({}, faults))
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.listen()
  return await recorder.ended(id)
}
const textOf = async (transcriptId: string | null) => {
  const { segments, summary } = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
  return { text: segments.map(({ text }) => text).join(' '), complete: summary.complete }
}
const readAgain = async (ownerId: string) =>
  await studio.refusal('answers.readAgain', { kind: 'transcription', ownerId })
const states = async (ownerId: string) =>
  (await studio.call('answers.kept', { kind: 'transcription', ownerId, offset: 0, limit: 10 })).answers.map(
    ({ state }) => state,
  )

describe('a truncated answer that is kept as text', () => {
  test('a truncated answer is read as far as possible, marked as incomplete, and can be read again', async () => {
    const job = await ended('truncated')
    expect([job.status, job.error?.code]).toEqual(['unknown', 'cut_short'])
    const kept = await studio.call('transcription.keepAsText', { jobId: job.id })
    const { complete, text } = await textOf(kept.transcriptId)
    expect([kept.status, kept.canReadAgain, complete]).toEqual(['done', true, false])
    expect(text).not.toContain('{')
    expect(text).toMatch(/\w+ \w+/)
    expect(await states(job.id)).toEqual(['unread'])
    expect(await readAgain(job.id)).toBe('ok')
    expect(await textOf(kept.transcriptId)).toEqual({ complete, text })
    expect([await states(job.id), recorder.requests.length]).toEqual([['left'], 1])
  })

  test('a truncated answer stays incomplete when it is only read again', async () => {
    const job = await ended('truncated')
    expect(await readAgain(job.id)).toBe('ok')
    const [transcript] = (await studio.call('transcripts.list', { query: '', offset: 0, limit: 10 })).transcripts
    expect([transcript?.complete, transcript?.kept]).toEqual([false, true])
  })

  test("the edits of a truncated answer's text are kept", async () => {
    const job = await ended('truncated')
    const { transcriptId } = await studio.call('transcription.keepAsText', { jobId: job.id })
    const { revision, segments } = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
    const [first] = segments
    if (first === undefined) throw new Error('no text')
    const insert = [{ ...first, text: 'Mine.', words: [] }]
    await studio.call('transcripts.edit', { transcriptId: transcriptId ?? '', revision, at: 0, remove: 1, insert })
    expect(await readAgain(job.id)).toBe('not_a_gateway')
    expect((await textOf(transcriptId)).text).toContain('Mine.')
    expect(await states(job.id)).toEqual(['unread'])
  })
})

test('an unreadable answer stays stored next to its text', async () => {
  const job = await ended('foreign(body=array)')
  const kept = await studio.call('transcription.keepAsText', { jobId: job.id })
  expect((await textOf(kept.transcriptId)).complete).toBe(true)
  expect([await states(job.id), await readAgain(job.id)]).toEqual([['unread'], 'not_a_gateway'])
  expect(await studio.refusal('transcription.keepAsText', { jobId: job.id })).toBe('not_found')
})
