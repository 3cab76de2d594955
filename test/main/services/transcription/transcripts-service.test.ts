import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binMs } from '../../../../src/main/jobs/bin.ts'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import type { Transcript, TranscriptChange, TranscriptSegment } from '../../../../src/shared/transcript.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

const rules = { lineWidth: 42, lines: 2, gap: 80 }
let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  recorder = new Recorder(studio)
})
afterEach(() => studio.close())

async function made(name = 'Talk.wav', seconds = 8, prompt = 'the seal'): Promise<Transcript> {
  const { id } = await recorder.add(wav(seconds, name.length), transcriptionRequest({ prompt }), name)
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.claim()
  await recorder.listened(id, 0, seconds * 1000)
  const { transcriptId } = await recorder.ended(id)
  return await get(transcriptId ?? '')
}

const get = (transcriptId: string) => studio.call('transcripts.get', { transcriptId })
const segment = (text: string, changes: Partial<TranscriptSegment> = {}): TranscriptSegment => ({
  id: randomUUID(),
  from: 0,
  to: 1000,
  text,
  speaker: null,
  words: [],
  mended: false,
  ...changes,
})
const textsOf = ({ segments }: Transcript) => segments.map(({ text }) => text)
/** The page's transcript after applying an answer's change. */
const applied = (before: Transcript, { change, ...rest }: TranscriptChange): Transcript => ({
  ...before,
  ...rest,
  segments: before.segments.toSpliced(change.at, change.removed, ...change.inserted),
})
const edit = async (transcript: Transcript, at: number, remove: number, insert: readonly TranscriptSegment[]) => {
  const transcriptId = transcript.summary.id
  const { revision } = transcript
  const asked = { transcriptId, revision, at, remove, insert: [...insert] }
  return applied(transcript, await studio.call('transcripts.edit', asked))
}
const undo = async (transcript: Transcript) =>
  applied(transcript, await studio.call('transcripts.undo', { transcriptId: transcript.summary.id }))
const redo = async (transcript: Transcript) =>
  applied(transcript, await studio.call('transcripts.redo', { transcriptId: transcript.summary.id }))

describe('the transcripts', () => {
  test('transcripts are found by title and text, newest first, also in scripts without spaces', async () => {
    const one = await made('Harbour talk.wav', 3, 'ships')
    studio.clock.advance(1000)
    const two = await made('港口.wav', 3, 'tea')
    await edit(two, 0, 1, [segment('今天去港口喝茶，１００％ café')])
    const found = async (query: string) => {
      const { transcripts, total } = await studio.call('transcripts.list', { query, offset: 0, limit: 10 })
      expect(total).toBe(transcripts.length)
      return transcripts.map(({ id }) => id)
    }
    const [first, second] = [one.summary.id, two.summary.id]
    expect(await found('')).toEqual([second, first])
    expect(await found('HARBOUR ships')).toEqual([first])
    expect(await found('喝茶')).toEqual([second])
    expect(await found('100% CAFÉ')).toEqual([second])
    expect(await found('harbour 喝茶')).toEqual([])
    expect(await found('_')).toEqual([])
    const page = await studio.call('transcripts.list', { query: '', offset: 1, limit: 1 })
    expect([page.transcripts.map(({ id }) => id), page.total]).toEqual([[first], 2])
  })

  test('a search reports the first place of its words in the text, and none for a match in the title', async () => {
    const one = await made('Harbour talk.wav', 3, 'ships')
    const long = `${'All was quiet in the town. '.repeat(20)}The ＴＥＡ house at the café opened.${' It rained.'.repeat(40)}`
    await edit(one, 0, one.segments.length, [
      segment('Nothing here.'),
      segment(long, { id: 'b' }),
      segment('tea again'),
    ])
    const hit = async (query: string) =>
      (await studio.call('transcripts.list', { query, offset: 0, limit: 10 })).transcripts[0]?.hit
    expect(await hit('')).toBeNull()
    expect(await hit('harbour')).toBeNull()
    const found = await hit('harbour tea')
    expect(found?.segmentId).toBe('b')
    expect(found?.text).toMatch(/^….*The ＴＥＡ house at the café opened\..*…$/)
    expect(found?.text.length).toBeLessThanOrEqual(200)
    expect((await hit('nothing'))?.text).toBe('Nothing here.')
  })

  test('a transcript gets a new name', async () => {
    const { summary } = await made()
    const renamed = await studio.call('transcripts.rename', { transcriptId: summary.id, title: 'A better name' })
    expect([renamed.title, (await get(summary.id)).summary.title]).toEqual(['A better name', 'A better name'])
    expect(studio.platform.events.of('transcripts.changed').at(-1)).toEqual({ transcriptId: summary.id })
  })
})

describe('an edit of a transcript', () => {
  test('an edit is stored, refused for an old revision, and undone and redone, also after a restart', async () => {
    const before = await made()
    expect([before.canUndo, before.canRedo]).toEqual([false, false])
    const split = await edit(before, 0, 1, [segment('One.'), segment('Two.', { speaker: 'Ann' })])
    expect(textsOf(split).slice(0, 2)).toEqual(['One.', 'Two.'])
    expect([split.canUndo, split.canRedo, split.revision]).toEqual([true, false, before.revision + 1])
    expect(split.summary).toMatchObject({ editedAt: studio.clock.now() })
    expect(split.summary.start).toMatch(/^One. Two./)
    const stale = { transcriptId: before.summary.id, revision: before.revision, at: 0, remove: 1, insert: [] }
    expect(await studio.refusal('transcripts.edit', stale)).toBe('busy')
    const merged = await edit(split, 0, 2, [segment('One. Two.')])
    await studio.reopen()
    const transcriptId = before.summary.id
    expect(textsOf(await get(transcriptId))).toEqual(textsOf(merged))
    const second = await undo(merged)
    expect(second.segments).toEqual(split.segments)
    const first = await undo(second)
    expect([first.segments, first.canUndo, first.canRedo]).toEqual([before.segments, false, true])
    expect(await studio.refusal('transcripts.undo', { transcriptId })).toBe('invalid_input')
    expect((await redo(first)).segments).toEqual(split.segments)
    const other = await edit(await get(transcriptId), 0, 1, [])
    expect([other.canRedo, other.segments.length]).toEqual([false, split.segments.length - 1])
    expect(await studio.refusal('transcripts.redo', { transcriptId })).toBe('invalid_input')
  })

  test('an edit of missing segments, or with an id twice, is refused', async () => {
    const { summary, revision, segments } = await made()
    const refusal = (at: number, remove: number, insert: TranscriptSegment[]) =>
      studio.refusal('transcripts.edit', { transcriptId: summary.id, revision, at, remove, insert })
    expect(await refusal(segments.length, 1, [])).toBe('invalid_input')
    expect(await refusal(0, 0, [segment('a', { id: 'x' }), segment('b', { id: 'x' })])).toBe('invalid_input')
    expect(await refusal(segments.length, 0, [segment('the last')])).toBe('ok')
  })

  test('an edit returns only the changed segments, however long the transcript is', async () => {
    const start = await made()
    const long = Array.from({ length: 5000 }, (_, index) => segment(`Sentence number ${index} of three hours.`))
    const whole = await edit(start, 0, start.segments.length, long)
    const transcriptId = start.summary.id
    const asked = { transcriptId, revision: whole.revision, at: 2500, remove: 1, insert: [segment('Another one.')] }
    const answers = [
      await studio.call('transcripts.edit', asked),
      await studio.call('transcripts.undo', { transcriptId }),
      await studio.call('transcripts.redo', { transcriptId }),
    ]
    for (const answer of answers) {
      expect(answer.change).toMatchObject({ at: 2500, removed: 1, inserted: [{}] })
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(1500)
    }
    expect((await get(transcriptId)).segments[2500]?.text).toBe('Another one.')
  })

  test('two hundred edits can be undone', async () => {
    let transcript = await made()
    for (let number = 1; number <= 203; number += 1) transcript = await edit(transcript, 0, 1, [segment(`${number}`)])
    let undone = 0
    while (transcript.canUndo) {
      transcript = await undo(transcript)
      undone += 1
    }
    expect([undone, transcript.segments[0]?.text]).toEqual([200, '3'])
  })

  test('undoing any edits restores the text, and redoing applies them again', async () => {
    const start = await made('Long.wav', 30)
    const edits = fc.array(fc.tuple(fc.nat(100), fc.nat(3), fc.nat(4)), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const transcriptId = start.summary.id
        const states = [await get(transcriptId)]
        for (const [where, remove, insert] of changes) {
          const now = states.at(-1) ?? start
          const at = where % (now.segments.length + 1)
          const taken = Math.min(remove, now.segments.length - at)
          if (taken + insert === 0) continue
          const after = await edit(
            now,
            at,
            taken,
            Array.from({ length: insert }, (_, index) => segment(`new ${index}`)),
          )
          const expected = textsOf(now).toSpliced(at, taken, ...Array.from({ length: insert }, (_, i) => `new ${i}`))
          expect(textsOf(after)).toEqual(expected)
          states.push(after)
        }
        let now = states.at(-1) ?? start
        for (const state of states.slice(0, -1).toReversed()) {
          now = await undo(now)
          expect(now.segments).toEqual(state.segments)
        }
        for (const state of states.slice(1)) {
          now = await redo(now)
          expect(now.segments).toEqual(state.segments)
        }
        expect((await get(transcriptId)).segments).toEqual(now.segments)
      }),
      { numRuns: 15 },
    )
  })
})

describe('deleting transcripts', () => {
  test('a deleted transcript is hidden for thirty days, and then removed with its recording', async () => {
    const { summary } = await made()
    const transcriptIds = [summary.id]
    const file = join(
      studio.platform.paths.data,
      'media',
      summary.source?.id.slice(0, 2) ?? '',
      summary.source?.id ?? '',
    )
    await studio.call('transcripts.delete', { transcriptIds })
    expect(await studio.refusal('transcripts.get', { transcriptId: summary.id })).toBe('not_found')
    await studio.call('transcripts.restore', { transcriptIds })
    expect((await get(summary.id)).summary).toEqual(summary)
    await studio.call('transcripts.delete', { transcriptIds })
    await studio.reopen()
    studio.clock.advance(binMs - 1)
    expect(existsSync(file)).toBe(true)
    studio.clock.advance(1)
    await eventually(() => expect(existsSync(file)).toBe(false))
    expect(await studio.refusal('transcripts.restore', { transcriptIds })).toBe('not_found')
  })

  test('deleting a transcript stops its running transcription', async () => {
    const id = await recorder.addCut(2)
    const job = await recorder.until(id, ({ transcriptId }) => transcriptId !== null)
    await studio.call('transcripts.delete', { transcriptIds: [job.transcriptId ?? ''] })
    const left = (await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs.map(({ status }) => status)
    expect(left.every((status) => status === 'cancelled')).toBe(true)
    studio.clock.advance(binMs)
    expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  })
})

describe('exporting transcripts', () => {
  test('one exported transcript is a file with its title, several are a ZIP with different names', async () => {
    const one = await made('Same.wav', 3)
    const two = await made('Same.mp3', 4)
    const saved = join(studio.platform.paths.data, 'saved')
    const [first, second] = [one.summary.id, two.summary.id]
    await studio.call('transcripts.export', { transcriptIds: [first], formats: ['srt'], rules })
    const { text } = await studio.call('transcripts.text', { transcriptId: first, format: 'srt', rules })
    expect(readFileSync(join(saved, 'Same.srt'), 'utf8')).toBe(text)
    await studio.call('transcripts.export', { transcriptIds: [first, second], formats: ['txt', 'vtt', 'txt'], rules })
    const entries = unzipSync(readFileSync(join(saved, 'Transcripts.zip')))
    expect(Object.keys(entries)).toEqual(['Same.txt', 'Same.vtt', 'Same (2).txt', 'Same (2).vtt'])
    expect(Buffer.from(entries['Same (2).vtt'] ?? []).toString('utf8')).toBe(
      (await studio.call('transcripts.text', { transcriptId: second, format: 'vtt', rules })).text,
    )
    // what is dragged out is the same file
    await studio.call('transcripts.startDrag', { transcriptId: first, format: 'vtt', rules })
    expect(readFileSync(join(saved, 'Same.vtt'), 'utf8')).toBe(
      (await studio.call('transcripts.text', { transcriptId: first, format: 'vtt', rules })).text,
    )
    const missing = { transcriptIds: ['none'], formats: ['txt' as const], rules }
    expect(await studio.refusal('transcripts.export', missing)).toBe('not_found')
  })

  test('a Word document has the title, the words and, unless left out, the times', async () => {
    const { summary } = await made('Talk.wav', 3)
    const edited = await edit(await get(summary.id), 0, 0, [
      segment('Tea & <b>cake</b>', { from: 61_000, to: 62_000, speaker: 'Ann' }),
    ])
    const ids = { transcriptIds: [summary.id], formats: ['docx' as const] }
    const file = join(studio.platform.paths.data, 'saved', 'Talk.docx')
    const read = async () => {
      const text = await documentText('Talk.docx', new Uint8Array(readFileSync(file)))
      return typeof text === 'string' ? text : text.text
    }
    await studio.call('transcripts.export', { ...ids, rules })
    const timed = await read()
    expect(timed).toContain('Talk')
    expect(timed).toContain('00:01:01 · Ann')
    for (const text of textsOf(edited)) expect(timed).toContain(text)
    await studio.call('transcripts.export', { ...ids, rules: { ...rules, untimed: true } })
    const untimed = await read()
    expect(untimed).not.toMatch(/\d\d:\d\d:\d\d/)
    expect(untimed).toContain('Ann\n\nTea & <b>cake</b>')
    expect(readdirSync(join(studio.platform.paths.data, 'outgoing'))).toEqual([])
  })

  test('a ZIP of several formats contains the Word document', async () => {
    const { summary } = await made('Talk.wav', 3)
    const formats = ['txt' as const, 'docx' as const]
    await studio.call('transcripts.export', { transcriptIds: [summary.id], formats, rules })
    const entries = unzipSync(readFileSync(join(studio.platform.paths.data, 'saved', 'Talk.zip')))
    expect(Object.keys(entries)).toEqual(['Talk.txt', 'Talk.docx'])
    const { text } = await studio.call('transcripts.text', { transcriptId: summary.id, format: 'docx', rules })
    const read = await documentText('Talk.docx', entries['Talk.docx'] ?? new Uint8Array())
    const words = typeof read === 'string' ? read : read.text
    for (const line of text.split('\n\n')) expect(words).toContain(line.trim())
  })
})
