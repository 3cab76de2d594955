import { describe, expect, test } from 'vitest'
import { ChatAnswer } from '../../src/main/gateway/chat-answer.ts'
import { readTranscriptionAnswer } from '../../src/main/gateway/transcription-answer.ts'
import { safeFileName } from '../../src/main/security/file-name.ts'
import { subtitleCues } from '../../src/main/services/transcription/export/subtitle-lines.ts'
import { heardPart } from '../../src/main/services/transcription/heard-part.ts'
import { stitched } from '../../src/main/services/transcription/stitch.ts'
import type { SubtitleRules, TranscriptSegment } from '../../src/shared/transcript.ts'

const megabyte = 1_000_000
const filled = (part: string, last = '') => part.repeat(Math.ceil(megabyte / part.length)) + last

// quadratic work would take minutes to hours, so finishing is the assertion
const worst: readonly (readonly [name: string, text: string])[] = [
  ['dots', filled('.', 'x')],
  ['full stops', filled('。')],
  ['sentences', filled('字。')],
  ['blanks', `x${filled(' ', 'x')}`],
  ['line feeds', `x${filled('\n', 'x')}`],
  ['carriage returns', `x${filled('\r', 'x')}`],
  ['marks on one letter', `a${filled('\u0301\u0316')}`],
  ['letters', filled('a')],
  ['Han', filled('字')],
  ['brackets that open', filled('（')],
  ['halves of characters', filled('\ud800')],
  ['cue lines', filled('00:00:01,000 --> 00:00:02,000\n')],
  ['cues', filled('00:00:01,000 --> 00:00:02,000\nhello\n\n')],
  ['numbers of cues', filled('1\n')],
]

const rules: SubtitleRules = { lineWidth: 42, lines: 2, gap: 80 }
const segment = (text: string, changes: Partial<TranscriptSegment> = {}): TranscriptSegment => ({
  id: 's',
  from: 0,
  to: 3_600_000,
  text,
  speaker: null,
  words: [],
  mended: false,
  ...changes,
})

describe('1 MB of', () => {
  test.each(worst)('1 MB of %s is read as a transcript, and joined to another', (_, text) => {
    const heard = readTranscriptionAnswer(text) ?? expect.fail('no transcript')
    const before = heardPart(heard, { from: 0, to: 60_000 })
    const part = heardPart(heard, { from: 50_000, to: 110_000 })
    const { segments } = stitched(part, { before, after: { from: 100_000, to: 160_000 } }, () => 'id')
    expect(segments.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(text.length)
  })

  // linear work, at some microseconds a character
  test.each(worst)('1 MB of %s is made into subtitles', (_, text) => {
    const cues = subtitleCues([segment(text)], rules, null)
    expect(cues.length).toBeGreaterThan(0)
    expect(cues.length).toBeLessThanOrEqual(text.length)
  })

  test.each(worst)('1 MB of %s is searched for an answer and for a file name', (_, text) => {
    expect(new ChatAnswer([]).body(text)).toBe(false)
    expect(safeFileName(text, '.png').length).toBeLessThan(250)
  })
})

test('timed words that are not in the text do not rescan it each time', () => {
  const words = Array.from({ length: 50_000 }, (_, at) => ({ from: at, to: at, text: `not there ${at}` }))
  const cues = subtitleCues([segment(filled('a '), { words })], rules, null)
  expect(cues.length).toBeGreaterThan(1_000)
})

test('alternating segments with and without times are each visited once', () => {
  let looks = 0
  const count = 2_000
  const segments = Array.from({ length: count }, (_, at) => {
    const made = segment('said', { to: at })
    return Object.defineProperty(made, 'from', {
      get: () => {
        looks += 1
        return at % 2 === 0 ? null : at
      },
    })
  })
  expect(subtitleCues(segments, rules, null)).toHaveLength(count)
  expect(looks).toBeLessThan(count * 10)
})

test('short whole texts after a long one are searched in it a bounded number of times', () => {
  const answer = new ChatAnswer([])
  const say = (choice: object) => answer.event({ name: '', data: JSON.stringify({ choices: [choice] }) })
  say({ delta: { content: filled('a') } })
  const said = Array.from({ length: 20_000 }, (_, at) => say({ message: { content: `b${at};` } })).join('')
  expect(said.startsWith('b0;b1;')).toBe(true)
  expect(said.endsWith('b19999;')).toBe(true)
})

test('successive objects are read without copying the rest each time', () => {
  const answer = new ChatAnswer([])
  const body = filled('{"choices":[{"index":0,"delta":{"content":"x"}}]}')
  expect(answer.body(body)).toEqual({ text: 'x'.repeat(body.length / 49) })
})
