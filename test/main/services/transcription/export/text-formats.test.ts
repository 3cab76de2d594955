import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  toCsv,
  toJson,
  toMarkdown,
  toText,
} from '../../../../../src/main/services/transcription/export/text-formats.ts'
import type { Transcript, TranscriptSegment } from '../../../../../src/shared/transcript.ts'

const segment = (text: string, changes: Partial<TranscriptSegment> = {}): TranscriptSegment => ({
  id: text,
  from: 1000,
  to: 2500,
  text,
  speaker: null,
  words: [],
  mended: false,
  ...changes,
})
const transcript = (...segments: readonly TranscriptSegment[]): Pick<Transcript, 'summary' | 'segments'> => ({
  summary: {
    id: 't',
    jobId: 'j',
    title: 'A *good* talk',
    source: null,
    duration: 60_000,
    model: 'm',
    language: 'en',
    start: '',
    complete: true,
    createdAt: 1,
    editedAt: null,
  },
  segments,
})
const talk = transcript(
  segment('Hello,  "you"', { speaker: 'Ann', words: [{ from: 1000, to: 1400, text: 'Hello' }] }),
  segment('1. #tag <b>', { from: null, to: null }),
)

test('text has one line per segment', () => {
  expect(toText(talk)).toBe('Ann: Hello, "you"\n1. #tag <b>\n')
  expect(toText(transcript())).toBe('')
})

test('Markdown has times and speakers, with escaped text', () => {
  expect(toMarkdown(talk)).toBe('# A \\*good\\* talk\n\n**00:00:01 · Ann**\n\nHello, "you"\n\n1\\. \\#tag \\<b\\>\n')
})

test('JSON has times in seconds', () => {
  expect(JSON.parse(toJson(talk))).toMatchObject({
    title: 'A *good* talk',
    duration: 60,
    segments: [
      { start: 1, end: 2.5, speaker: 'Ann', words: [{ start: 1, end: 1.4, word: 'Hello' }] },
      { start: null, end: null, text: '1. #tag <b>' },
    ],
  })
})

test('CSV follows RFC 4180, and is read back unchanged', () => {
  expect(toCsv(talk)).toBe(
    '\uFEFFstart,end,speaker,text\r\n00:00:01.000,00:00:02.500,Ann,"Hello,  ""you"""\r\n,,,1. #tag <b>\r\n',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.option(fc.string()))), (rows) => {
      const csv = toCsv(transcript(...rows.map(([text, speaker]) => segment(text, { speaker }))))
      const read = readCsv(csv).slice(1)
      expect(read.map((row) => row.map((field) => field.replace(/^'/, '')))).toEqual(
        rows.map(([text, speaker]) =>
          ['00:00:01.000', '00:00:02.500', speaker ?? '', text].map((field) => field.replace(/^'/, '')),
        ),
      )
      // a plain number is nothing that a spreadsheet calculates
      const texts = read.flat().filter((field) => !/^[+-]?[\d.,]+(e[+-]?\d+)?%?$/i.test(field))
      for (const field of texts) expect(field).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/)
    }),
  )
})

test.each([
  '=1+1',
  '+A1',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\ufeff=1',
  '＝1',
  '＠x',
  '=HYPERLINK("http://x","y")',
])('CSV holds no formula for a spreadsheet: %j', (text) => {
  const [, row] = readCsv(toCsv(transcript(segment(text, { speaker: text }))))
  expect(row?.slice(2)).toEqual([`'${text}`, `'${text}`])
})

/** A reader of RFC 4180, character by character. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',' || (character === '\r' && text[at + 1] === '\n')) {
      rows.at(-1)?.push(field)
      field = ''
      if (character === '\r') {
        rows.push([])
        at += 1
      }
    } else field += character
  }
  return rows.slice(0, -1)
}
