import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenLines } from '../../../../../src/main/services/transcription/export/line-breaking.ts'
import {
  textPrefix,
  toAss,
  toLrc,
  toSrt,
  toVtt,
} from '../../../../../src/main/services/transcription/export/subtitle-formats.ts'
import { subtitleCues } from '../../../../../src/main/services/transcription/export/subtitle-lines.ts'
import { textWidth } from '../../../../../src/main/services/transcription/export/text-width.ts'
import type { TranscriptSegment } from '../../../../../src/shared/transcript.ts'
import { parseSubtitles, vttText } from '../../../../fakes/subtitle-parser.ts'

const rules = { lineWidth: 20, lines: 2, gap: 80 }
const segment = (
  text: string,
  from: number | null,
  to: number | null,
  speaker: string | null = null,
): TranscriptSegment => ({
  id: text,
  from,
  to,
  text,
  speaker,
  words: [],
  mended: false,
})
const lines = (text: string, width = 20) => brokenLines(text, width).map((line) => line.text)

describe('the lines of subtitles', () => {
  test.each([
    ['We went down to the harbour to look at the ships.', ['We went down to the', 'harbour to look at', 'the ships.']],
    ['今天我们去港口看船，然后在岸边喝茶。', ['今天我们去港口看船，', '然后在岸边喝茶。']],
    ['我们今天下午去港口看，船来了', ['我们今天下午去港口', '看，船来了']],
    ['他说：“我们今天去港口（东边）看船。”', ['他说：“我们今天去', '港口（东边）看船。”']],
    ['Übergrößenträgerinnenverband', ['Übergrößenträgerinne', 'nverband']],
    ['看 ships 去', ['看 ships 去']],
    ['カーテンをちょっとひらくとキャッツ', ['カーテンをちょっと', 'ひらくとキャッツ']],
  ])('breaks "%s" into lines', (text, broken) => {
    expect(lines(text)).toEqual(broken)
  })

  test('lines of a megabyte without a space are made in one pass', () => {
    // quadratic work would take hours
    expect(lines('.'.repeat(1_000_000), 40)).toHaveLength(25_000)
    expect(lines('茶'.repeat(300_000), 40)).toHaveLength(15_000)
  })

  test('lines end after punctuation if that leaves them well filled', () => {
    expect(lines('下午我们去港口，看完船再回来')).toEqual(['下午我们去港口，', '看完船再回来'])
    // breaking at an earlier pause would leave a ragged line
    expect(lines('好，我们今天下午去港口看船')).toEqual(['好，我们今天下午去', '港口看船'])
  })

  test('a CJK character or an emoji counts as two', () => {
    expect([
      textWidth('abc'),
      textWidth('茶盒'),
      textWidth('ｆｕ'),
      textWidth('한글'),
      textWidth('👩‍👩‍👧'),
      textWidth('é'),
    ]).toEqual([3, 4, 4, 4, 2, 1])
  })

  const words = fc.array(
    fc.oneof(fc.stringMatching(/^[a-z]{1,9}[,.]?$/), fc.stringMatching(/^[一-三，。（）「」]{1,8}$/)),
  )
  test('lines are never too wide, lose nothing, and do not begin with closing punctuation', () =>
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 60 }), (parts, width) => {
        const text = parts.join(' ')
        const made = lines(text, width)
        expect(made.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of made) expect(textWidth(line)).toBeLessThanOrEqual(width)
        // where possible: a run of punctuation can be wider than a line, or stand alone
        for (const line of made.slice(1))
          if (/^[，。）」]/.test(line))
            expect(/(^|\s)[，。（）「」]/.test(text) || /[，。（）「」]{3}/.test(text)).toBe(true)
      }),
    ))
})

const anySegments = fc.array(
  fc.record({
    from: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constant(null)),
    length: fc.integer({ min: 0, max: 9000 }),
    text: fc.oneof(
      fc.lorem({ maxCount: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constant('a --> b & <i>c</i>'),
    ),
    speaker: fc.oneof(fc.constant(null), fc.constant('Ann <b> & Bob'), fc.constant('安')),
  }),
  { maxLength: 20 },
)

describe('the cues of subtitles', () => {
  test('cues never overlap, keep their minimum duration, gap and lines, and contain the whole text', () =>
    fc.assert(
      fc.property(
        anySegments,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 4 }),
        (drafts, gap, count) => {
          const segments = drafts
            .toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0))
            .map(({ from, length, text, speaker }) =>
              segment(text, from, from === null ? null : from + length, speaker),
            )
          const cues = subtitleCues(segments, { lineWidth: 24, lines: count, gap }, 70_000)
          for (const [index, cue] of cues.entries()) {
            expect(cue.to).toBeGreaterThan(cue.from)
            expect([Number.isInteger(cue.from), cue.lines.length <= count, cue.lines.length > 0]).toEqual([
              true,
              true,
              true,
            ])
            const before = cues[index - 1]
            if (before) expect(cue.from - before.to).toBeGreaterThanOrEqual(gap)
            for (const line of cue.lines) expect(textWidth(line)).toBeLessThanOrEqual(24)
          }
          const squeezed = (text: string) => text.replace(/\s/g, '')
          expect(squeezed(cues.flatMap((cue) => cue.lines).join(''))).toBe(
            squeezed(segments.map(({ text }) => text).join('')),
          )
        },
      ),
    ))

  test('cues of a long segment begin at the times of its words, or share its time', () => {
    const text = 'one two three four five six seven eight nine ten'
    const words = text.split(' ').map((word, index) => ({ text: word, from: index * 1000, to: index * 1000 + 900 }))
    const timed = subtitleCues([{ ...segment(text, 0, 10_000), words }], { ...rules, gap: 0 }, null)
    expect(timed.map(({ from, lines }) => [from, lines[0]])).toEqual([
      [0, 'one two three four'],
      [8000, 'nine ten'],
    ])
    const shared = subtitleCues([segment('茶'.repeat(40), 0, 8000)], { ...rules, gap: 0 }, null)
    expect(shared.map(({ from, to }) => [from, to])).toEqual([
      [0, 4000],
      [4000, 8000],
    ])
  })

  test('cues of a long Chinese segment end after punctuation, and otherwise between words', () => {
    const wide = { lineWidth: 42, lines: 2, gap: 80 }
    const said =
      '我们今天主要讨论三个问题。第一个问题是关于明年的预算安排，财务部门已经给出了初步的方案，大家可以先看一看。第二个问题是新产品的发布时间。'
    const cues = subtitleCues([segment(said, 0, 30_000)], wide, null)
    expect(cues.map(({ lines }) => lines.join('').at(-1))).toEqual(['。', '，', '。'])
    expect(cues.flatMap(({ lines }) => lines).join('')).toBe(said)
    const unmarked = '我们今天主要讨论预算安排'.repeat(8)
    const words = new Set(['我们', '今天', '主要', '讨论', '预算', '安排'])
    for (const { lines } of subtitleCues([segment(unmarked, 0, 30_000)], wide, null))
      expect(words.has(lines.join('').slice(-2))).toBe(true)
  })

  test('cues of a megabyte in one segment are made in one pass', () => {
    const cues = subtitleCues([segment('字，'.repeat(150_000), 0, 1e9)], { lineWidth: 42, lines: 2, gap: 0 }, null)
    expect(cues.flatMap(({ lines }) => lines).join('').length).toBe(300_000)
  })

  test('cues of segments without times are spread over the recording', () => {
    const cues = subtitleCues([segment('aaaa', null, null), segment('bbbb', null, null)], { ...rules, gap: 0 }, 10_000)
    expect(cues.map(({ from, to }) => [from, to])).toEqual([
      [0, 5000],
      [5000, 10_000],
    ])
    const between = [segment('a', 0, 1000), segment('b', null, null), segment('c', 3000, 4000)]
    expect(subtitleCues(between, { ...rules, gap: 0 }, null)[1]).toMatchObject({ from: 1000, to: 3000 })
  })
})

describe('a subtitle file', () => {
  test('a SubRip file has speakers, and arrows only between times', () => {
    const cues = subtitleCues([segment('Hello --> you', 0, 1500, 'Ann')], rules, null, textPrefix)
    expect(toSrt(cues)).toBe('1\n00:00:00,000 --> 00:00:01,500\nAnn: Hello → you\n')
  })

  test('a WebVTT file has voices, and no other markup', () => {
    const cues = subtitleCues(
      [segment('a < b & c --> d', 3_600_000, 3_601_000, 'Ann & <Bob>')],
      { ...rules, lineWidth: 40 },
      null,
    )
    expect(toVtt(cues)).toBe(
      'WEBVTT\n\n01:00:00.000 --> 01:00:01.000\n<v Ann &amp; &lt;Bob&gt;>a &lt; b &amp; c --&gt; d\n',
    )
  })

  test('an ASS file has names and line breaks, and nothing of the text is a command', () => {
    const cues = [
      { from: 0, to: 1_504, lines: ['{\\an8}Hello,', '你好'], speaker: 'Ann, B' },
      { from: 3_723_450, to: 3_725_999, lines: ['C:\\New'], speaker: null },
    ]
    const events = toAss(cues)
      .split('\n')
      .filter((line) => line.startsWith('Dialogue:'))
    expect(events).toEqual([
      'Dialogue: 0,0:00:00.00,0:00:01.50,Default,Ann  B,0,0,0,,｛＼an8｝Hello,\\N你好',
      'Dialogue: 0,1:02:03.45,1:02:06.00,Default,,0,0,0,,C:＼New',
    ])
  })

  test('an LRC file has a time before every line, and ends a line before a pause', () => {
    const cues = [
      { from: 0, to: 1_000, lines: ['[intro] Hello', '你好'], speaker: null },
      { from: 1_080, to: 2_000, lines: ['again'], speaker: null },
      { from: 3_723_450, to: 3_725_000, lines: ['late'], speaker: null },
    ]
    expect(toLrc(cues).split('\n')).toEqual([
      ...['[00:00.00]［intro] Hello', '[00:00.00]你好', '[00:01.08]again', '[00:02.00]'],
      ...['[62:03.45]late', '[62:05.00]', ''],
    ])
  })

  test('a subtitle file is read back unchanged, for any text', () =>
    fc.assert(
      fc.property(anySegments, (drafts) => {
        const segments = drafts.map(({ from, length, text, speaker }) =>
          segment(text, from, from === null ? null : from + length, speaker),
        )
        const cues = subtitleCues(segments, rules, 70_000)
        const vtt = parseSubtitles(toVtt(cues))
        expect(vtt.map(({ from, to }) => [from, to])).toEqual(cues.map(({ from, to }) => [from, to]))
        expect(vtt.map(({ text }) => vttText(text))).toEqual(cues.map((cue) => cue.lines.join('\n')))
        const srt = parseSubtitles(toSrt(cues))
        expect(srt.map(({ from, to, text }) => [from, to, text])).toEqual(
          cues.map((cue) => [cue.from, cue.to, cue.lines.join('\n').replaceAll('-->', '→')]),
        )
      }),
    ))
})
