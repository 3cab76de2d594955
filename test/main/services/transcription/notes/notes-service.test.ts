import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentText } from '../../../../../src/main/services/documents/document-text.ts'
import type { TranscriptSegment } from '../../../../../src/shared/transcript.ts'
import type { NoteRequest, TranscriptNote } from '../../../../../src/shared/transcript-note.ts'
import {
  type NumberedGateway,
  type NumberedRequest,
  numberedGateway,
  numberedLines,
} from '../../../../fakes/numbered-gateway.ts'
import { Recorder, wav } from '../../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../../fakes/studio.ts'
import { parseSubtitles } from '../../../../fakes/subtitle-parser.ts'

const connectionId = randomUUID()
const rules = { lineWidth: 42, lines: 2, gap: 80 }
let studio: StudioUnderTest
let gateway: NumberedGateway
/** How the gateway answers; replaced by tests. */
let say: (request: NumberedRequest) => string

const german = (request: NumberedRequest): string =>
  numberedLines(request)
    .map(([number, text]) => `${number}: (de) ${text}`)
    .join('\n')

beforeEach(async () => {
  say = german
  gateway = await numberedGateway((request) => say(request))
  studio = await StudioUnderTest.open()
  const { baseUrl } = gateway
  await studio.call('connections.save', { id: connectionId, name: 'Notes', baseUrl, allowInsecure: true, key: 'a-key' })
})
afterEach(async () => {
  gateway.release()
  await studio.close()
  await gateway.close()
})

const segment = (index: number, text = `line ${index}`): TranscriptSegment => ({
  ...{ id: `segment-${index}`, from: index * 2000, to: index * 2000 + 1800, text },
  ...{ speaker: null, words: [], mended: false },
})

/** A transcript with that many segments of text. */
async function transcriptOf(count: number): Promise<string> {
  const recorder = new Recorder(studio)
  const { id } = await recorder.add(wav(3), undefined, 'Talk.wav')
  await recorder.until(id, ({ status }) => status === 'preparing')
  await recorder.claim()
  await recorder.listened(id, 0, count * 2000)
  const { transcriptId } = await recorder.ended(id)
  const { revision, segments } = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
  const insert = Array.from({ length: count }, (_, index) => segment(index))
  await studio.call('transcripts.edit', {
    ...{ transcriptId: transcriptId ?? '', revision, at: 0, remove: segments.length, insert },
  })
  return transcriptId ?? ''
}

const request = (changes: Partial<NoteRequest> = {}): NoteRequest => ({
  ...{ kind: 'translation', connectionId, model: 'm', language: 'de', instruction: '' },
  ...changes,
})
const make = (transcriptId: string, changes: Partial<NoteRequest> = {}, noteId: string = randomUUID()) =>
  studio.call('transcripts.makeNote', { noteId, transcriptId, request: request(changes) })
async function noteOf({ id, transcriptId }: Pick<TranscriptNote, 'id' | 'transcriptId'>): Promise<TranscriptNote> {
  const found = (await studio.call('transcripts.notes', { transcriptId })).find((note) => note.id === id)
  if (found === undefined) throw new Error('the note is not there')
  return found
}
/** The note as soon as it fits. */
async function until(
  note: TranscriptNote,
  fits: (note: TranscriptNote) => boolean = ({ status }) => status !== 'running',
): Promise<TranscriptNote> {
  for (;;) {
    const { seen } = studio.platform.events
    const since = seen.length
    const now = await noteOf(note)
    if (fits(now)) return now
    await studio.platform.events.until(
      'transcripts.notesChanged',
      (event) => seen.findIndex(({ payload }) => payload === event) >= since,
    )
  }
}
const resume = (note: TranscriptNote, again: boolean) =>
  studio.call('transcripts.resumeNote', { noteId: note.id, again })
const sentLines = (): readonly string[] =>
  gateway.requests.flatMap((asked) => numberedLines(asked).map(([, text]) => text))
const numbers = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`)

describe('notes on a transcript', () => {
  test('a summary is one request, contains times, and is stored with its transcript and counted as spent', async () => {
    say = () => 'The gist.\n\n- a point [0:02]'
    const transcriptId = await transcriptOf(3)
    const made = await until(await make(transcriptId, { kind: 'summary', language: null, instruction: 'Be brief' }))
    expect(made).toMatchObject({ status: 'done', text: 'The gist.\n\n- a point [0:02]', lines: [], done: 1, parts: 1 })
    const [asked] = gateway.requests
    expect(asked?.messages[0]?.content).toContain('The user adds: Be brief')
    expect(asked?.messages[1]?.content).toBe(
      '<transcript>\n[00:00] line 0\n[00:02] line 1\n[00:04] line 2\n</transcript>',
    )
    // the spending of an item, whatever its kind
    expect((await studio.call('spending.conversation', { conversationId: transcriptId })).requests).toBe(1)
    await studio.reopen()
    expect(await noteOf(made)).toEqual(made)
  })

  test('a repeated call makes one note and pays once', async () => {
    const transcriptId = await transcriptOf(2)
    const id = randomUUID()
    await Promise.all([make(transcriptId, {}, id), make(transcriptId, {}, id)])
    await until(await make(transcriptId, {}, id))
    expect(gateway.requests).toHaveLength(1)
    expect(await studio.call('transcripts.notes', { transcriptId })).toHaveLength(1)
  })

  test('a translation is sent in short lists, each with the preceding lines, and keeps the order', async () => {
    const transcriptId = await transcriptOf(100)
    const made = await until(await make(transcriptId))
    expect(made).toMatchObject({ status: 'done', done: 3, parts: 3, missing: 0, kept: false })
    expect(made.lines.map(({ text }) => text)).toEqual(numbers(0, 100).map((text) => `(de) ${text}`))
    expect(sentLines()).toEqual(numbers(0, 100))
    expect(gateway.requests[1]?.messages[1]?.content).toMatch(
      /^Translated before, .*:\n\(de\) line 37\n\(de\) line 38\n/,
    )
  })

  test('lines that the model left out are requested once more, then named', async () => {
    say = (asked) =>
      german(asked)
        .split('\n')
        .filter((line) => !line.endsWith('line 1') && (asked.number > 1 || !line.endsWith('line 3')))
        .join('\n')
    const transcriptId = await transcriptOf(5)
    const made = await until(await make(transcriptId))
    expect(sentLines()).toEqual([...numbers(0, 5), 'line 1', 'line 3'])
    expect(made).toMatchObject({ status: 'done', missing: 1 })
    expect(made.lines.map(({ segmentId }) => segmentId)).toEqual([0, 2, 3, 4].map((index) => `segment-${index}`))
    say = german
    const whole = await until(await resume(made, false))
    expect(sentLines().slice(7)).toEqual(['line 1'])
    expect(whole).toMatchObject({ status: 'done', missing: 0 })
    expect(whole.lines.map(({ text }) => text)).toEqual(numbers(0, 5).map((text) => `(de) ${text}`))
  })

  test('a lost request is sent again only by the user', async () => {
    const transcriptId = await transcriptOf(50)
    gateway.mode = 'cut'
    const lost = await until(await make(transcriptId))
    expect(lost).toMatchObject({ status: 'unknown', done: 0, parts: 2, error: { code: 'cut_short' } })
    expect(gateway.requests).toHaveLength(1)
    gateway.mode = 'whole'
    // the rest has not been sent yet
    const rest = await until(await resume(lost, false))
    expect(sentLines().slice(40)).toEqual(numbers(40, 50))
    expect(rest).toMatchObject({ status: 'unknown', done: 1 })
    const whole = await until(await resume(rest, true))
    expect(sentLines().slice(50)).toEqual(numbers(0, 40))
    expect(whole.lines.map(({ text }) => text)).toEqual(numbers(0, 50).map((text) => `(de) ${text}`))
  })

  test('each end of the app loses at most one answer, a start sends nothing, and each other line is paid once', async () => {
    const kills = 9
    gateway.mode = 'held'
    const transcriptId = await transcriptOf(400)
    let note = await make(transcriptId)
    for (let killed = 0; killed < kills; killed += 1) {
      await gateway.until(killed * 2 + 1)
      gateway.release()
      await gateway.until(killed * 2 + 2)
      await studio.reopen()
      note = await noteOf(note)
      expect(note).toMatchObject({ status: 'unknown', done: killed + 1 })
      expect(gateway.requests).toHaveLength(killed * 2 + 2)
      note = await resume(note, true)
    }
    await gateway.until(kills * 2 + 1)
    gateway.release()
    const whole = await until(note)
    expect(whole).toMatchObject({ status: 'done', done: 10, missing: 0 })
    expect(whole.lines.map(({ text }) => text)).toEqual(numbers(0, 400).map((text) => `(de) ${text}`))
    const sent = sentLines()
    expect(new Set(sent).size).toBe(400)
    // the nine lost requests, of forty lines each
    expect(sent).toHaveLength(400 + kills * 40)
  })

  test('stopping ends the running request and sends no other', async () => {
    gateway.mode = 'held'
    const transcriptId = await transcriptOf(100)
    const note = await make(transcriptId)
    await gateway.until(1)
    await studio.call('transcripts.stopNote', { noteId: note.id })
    expect(await until(note)).toMatchObject({ status: 'unknown', done: 0, error: { code: 'cancelled' } })
    expect(gateway.requests).toHaveLength(1)
  })

  test('a refusal ends the note with its reason, and finished parts are kept', async () => {
    const transcriptId = await transcriptOf(100)
    say = (asked) => {
      gateway.mode = 'refused'
      return german(asked)
    }
    const refused = await until(await make(transcriptId))
    expect(refused).toMatchObject({ status: 'failed', done: 1, parts: 3, error: { code: 'forbidden' } })
    gateway.mode = 'whole'
    say = german
    expect(await until(await resume(refused, false))).toMatchObject({ status: 'done', done: 3, error: null })
    expect(sentLines()).toHaveLength(140)
  })

  test('pausing all queues lets the running request end, and waits before the next', async () => {
    gateway.mode = 'held'
    const transcriptId = await transcriptOf(100)
    const note = await make(transcriptId)
    await gateway.until(1)
    await studio.call('settings.update', { queuesPaused: true })
    gateway.release()
    expect(await until(note)).toMatchObject({ status: 'stopped', done: 1 })
    expect(gateway.requests).toHaveLength(1)
  })

  test('an answer without a line can be read', async () => {
    say = () => 'I will not translate this.'
    const made = await until(await make(await transcriptOf(3)))
    expect(made).toMatchObject({ status: 'done', missing: 3, lines: [] })
    expect(made.text).toBe('I will not translate this.\n\nI will not translate this.')
    expect(gateway.requests).toHaveLength(2)
  })

  test('a deleted note can be restored, and its id creates no second one', async () => {
    const transcriptId = await transcriptOf(2)
    const made = await until(await make(transcriptId))
    await studio.call('transcripts.deleteNote', { noteId: made.id })
    expect(await studio.call('transcripts.notes', { transcriptId })).toEqual([])
    expect(await studio.refusal('transcripts.makeNote', { noteId: made.id, transcriptId, request: request() })).toBe(
      'not_found',
    )
    await studio.call('transcripts.restoreNote', { noteId: made.id })
    expect(await noteOf(made)).toEqual(made)
  })

  test('an edit of the transcript leaves a note unchanged and marks it', async () => {
    const transcriptId = await transcriptOf(2)
    const made = await until(await make(transcriptId))
    const { revision } = await studio.call('transcripts.get', { transcriptId })
    const insert = [segment(1, 'another line')]
    await studio.call('transcripts.edit', { transcriptId, revision, at: 1, remove: 1, insert })
    expect(await noteOf(made)).toEqual({ ...made, outdated: true })
  })

  test.each([
    ['an unknown transcript', 'not_found', async () => ({ transcriptId: 'none', changes: {} })],
    ['an unknown connection', 'no_connection', async () => ({ changes: { connectionId: 'none' } })],
  ])('%s is refused', async (_, code, wish) => {
    const { changes, transcriptId = await transcriptOf(1) } = await (
      wish as () => Promise<{
        transcriptId?: string
        changes: Partial<NoteRequest>
      }>
    )()
    const input = { noteId: randomUUID(), transcriptId, request: request(changes) }
    expect(await studio.refusal('transcripts.makeNote', input)).toBe(code)
    expect(gateway.requests).toHaveLength(0)
  })

  test('a translation is drawn on pictures, and only with its own transcript', async () => {
    const transcriptId = await transcriptOf(2)
    const { id: noteId } = await until(await make(transcriptId))
    const cues = (changes: object) =>
      studio.call('transcripts.burntCues', { transcriptId, noteId, bilingual: false, room: 60, ...changes })
    expect(await cues({ bilingual: true })).toEqual({
      cues: [
        { from: 0, to: 1.8, lines: ['(de) line 0', 'line 0'] },
        { from: 2, to: 3.8, lines: ['(de) line 1', 'line 1'] },
      ],
      estimated: false,
    })
    expect((await cues({ noteId: null })).cues.map(({ lines }) => lines)).toEqual([['line 0'], ['line 1']])
    const foreign = { transcriptId: await transcriptOf(1), noteId, bilingual: false, room: 60 }
    expect(await studio.refusal('transcripts.burntCues', foreign)).toBe('invalid_input')
  })

  test('a translation is saved as subtitles, alone or above the original', async () => {
    const made = await until(await make(await transcriptOf(3)))
    const read = async (format: 'srt' | 'vtt', bilingual: boolean) =>
      parseSubtitles((await studio.call('transcripts.translated', { noteId: made.id, format, rules, bilingual })).text)
    expect((await read('srt', false)).map(({ text }) => text)).toEqual(numbers(0, 3).map((text) => `(de) ${text}`))
    for (const format of ['srt', 'vtt'] as const)
      expect(await read(format, true)).toEqual(
        [0, 1, 2].map((index) => ({
          from: index * 2000,
          to: index * 2000 + 1800,
          text: `(de) line ${index}\nline ${index}`,
        })),
      )
    const { name } = await studio.call('transcripts.translated', {
      ...{ noteId: made.id, format: 'srt', rules, bilingual: true },
    })
    expect(name).toBe('Talk.de.srt')
  })

  test('a translation is saved as a Word document, alone or above the original', async () => {
    const made = await until(await make(await transcriptOf(2)))
    const file = join(studio.platform.paths.data, 'saved', 'Talk.de.docx')
    const read = async (bilingual: boolean) => {
      await studio.call('transcripts.saveTranslated', { noteId: made.id, format: 'docx', rules, bilingual })
      const text = await documentText('Talk.de.docx', new Uint8Array(readFileSync(file)))
      return typeof text === 'string' ? text : text.text
    }
    const alone = await read(false)
    expect(alone).toContain('00:00:02')
    expect(alone).toContain('(de) line 1')
    expect(alone).not.toMatch(/^line 1/m)
    expect(await read(true)).toContain('(de) line 1\nline 1')
  })
})
