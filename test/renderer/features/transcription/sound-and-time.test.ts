import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  elapsedWords,
  percentOf,
  sizeWords,
  untilWords,
} from '../../../../src/renderer/components/words/figure-words.ts'
import {
  languageCode,
  languageName,
  languageOptions,
} from '../../../../src/renderer/components/words/language-names.ts'
import { textParts } from '../../../../src/renderer/features/transcription/edit/word-places.ts'
import { chatText, plainText } from '../../../../src/renderer/features/transcription/export/chat-text.ts'
import { librarySections } from '../../../../src/renderer/features/transcription/library/library-sections.ts'
import { placeAt, timeIndex } from '../../../../src/renderer/features/transcription/play/place-in-text.ts'
import {
  timeAt,
  waveformBytes,
  waveformColumns,
} from '../../../../src/renderer/features/transcription/play/waveform-columns.ts'
import { textSteps } from '../../../fakes/text-steps.ts'
import { segment, spoken } from './segments-made.ts'

describe('times in words', () => {
  it('hours appear only if there are any', () => {
    expect([0, 999, 61_000, 3_599_999, 3_600_000, 10_800_000].map(elapsedWords)).toEqual([
      '0:00',
      '0:00',
      '1:01',
      '59:59',
      '1:00:00',
      '3:00:00',
    ])
    expect(elapsedWords(-5)).toBe('0:00')
    expect(untilWords(1000, 5000)).toBe('0:01')
    expect(untilWords(9100, 5000)).toBe('0:05')
  })

  it('a hundred percent appears only at the end', () => {
    expect(percentOf(999, 1000)).toBe(99)
    expect(percentOf(1000, 1000)).toBe(100)
    expect(percentOf(1, 0)).toBe(0)
    expect(sizeWords('en', 4_200_000)).toBe('4.2\u00a0MB')
    expect(sizeWords('en', 900)).toBe('900\u00a0bytes')
  })
})

describe('the waveform of a recording', () => {
  it('the waveform shows the loudest sample of each part', () => {
    expect([...waveformColumns(Uint8Array.of(1, 9, 2, 3, 4, 8), 3)]).toEqual([9, 3, 8])
    expect([...waveformColumns(Uint8Array.of(5, 7), 4)]).toEqual([5, 5, 7, 7])
    expect([...waveformColumns(new Uint8Array(), 2)]).toEqual([0, 0])
    expect([...waveformColumns(Uint8Array.of(9, 9), 4, 8)]).toEqual([9, 0, 0, 0])
  })

  it('the waveform leaves out no value, at any width', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), fc.integer({ min: 1, max: 200 }), (bytes, count) => {
        const columns = waveformColumns(bytes, count)
        expect(columns).toHaveLength(count)
        expect(Math.max(...columns)).toBe(Math.max(...bytes))
      }),
    )
  })

  it('reads valid reports of main, and no others', () => {
    expect([...waveformBytes(btoa('\u0000\u00ff'))]).toEqual([0, 255])
    expect([...waveformBytes(null)]).toEqual([])
    expect([...waveformBytes('*')]).toEqual([])
    expect([timeAt(-1, 100), timeAt(0.5, 100), timeAt(2, 100)]).toEqual([0, 50, 100])
  })
})

describe('the recognition of sound', () => {
  const segments = [spoken('one two', 1000, 2000), segment('plain'), spoken('three', 3000, 4000)]
  const index = timeIndex(segments)
  it('the current segment and word are found, and none in a pause', () => {
    expect(placeAt(index, 500)).toBeNull()
    expect(placeAt(index, 1000)).toEqual({ segmentId: segments[0]?.id, word: 0 })
    expect(placeAt(index, 1600)).toEqual({ segmentId: segments[0]?.id, word: 1 })
    expect(placeAt(index, 2500)).toBeNull()
    expect(placeAt(index, 3999)).toEqual({ segmentId: segments[2]?.id, word: 0 })
    expect(placeAt(index, 4000)).toBeNull()
    expect(placeAt(timeIndex([segment('x')]), 0)).toBeNull()
  })

  it('the parts of a text are its words and the text between them', () => {
    const { text, words } = spoken('So, the tea', 0, 900)
    expect(textParts(text, words).map((part) => [part.text, part.word])).toEqual([
      ['So,', 0],
      [' ', null],
      ['the', 1],
      [' ', null],
      ['tea', 2],
    ])
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (said, heard) => {
        const parts = textParts(
          said,
          heard.map((word) => ({ from: 0, to: 1, text: word })),
        )
        expect(parts.map((part) => part.text).join('')).toBe(said)
      }),
    )
  })
})

describe('the languages of recordings', () => {
  it('languages are named in the language of the interface, and sorted by name', () => {
    const { rest: options } = languageOptions('en', 'sw')
    expect(options.find(({ code }) => code === 'sw')?.name).toBe('Swahili')
    expect(options.map(({ name }) => name)).toEqual([...options.map(({ name }) => name)].sort())
    expect(languageName('de', 'zh-CN')).toBe('德语')
    expect(languageName('english', 'zh-CN')).toBe('英语')
    expect(languageName('??', 'en')).toBe('??')
  })

  it("the interface's language and recently used ones come first, each once", () => {
    const { first, rest } = languageOptions('zh-CN', null, ['japanese', 'yue', 'ja', null, 'zh', '??'])
    expect(first.map(({ code }) => code)).toEqual(['zh', 'ja', 'yue'])
    expect(rest.map(({ code }) => code)).not.toContain('ja')
    expect(languageOptions('en', null).first.map(({ code }) => code)).toEqual(['en'])
  })

  it('a language can be typed as a code', () => {
    expect(['SW', ' de ', 'zh_TW', 'zh-Hant', 'x', 'klingon', ''].map(languageCode)).toEqual([
      'sw',
      'de',
      'zh-TW',
      'zh-Hant',
      null,
      null,
      null,
    ])
  })
})

it('a transcript becomes text for other features', () => {
  const segments = [segment('Hello. ', { from: 61_000, to: 62_000, speaker: 'Ann' }), segment(' '), segment('Yes.')]
  expect(plainText(segments, { times: true, speakers: true })).toBe('[1:01] Ann: Hello.\nYes.')
  expect(plainText(segments, { times: false, speakers: false })).toBe('Hello.\nYes.')
  expect(chatText(' Sum up ', 'Tea', 'Hello.')).toBe('Sum up\n\n---\n\nTea\n\nHello.')
  expect(chatText('', 'Tea', 'Hello.')).toBe('Tea\n\nHello.')
})

it('lists transcripts by day', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  const day = 86_400_000
  const made = (id: string, createdAt: number) => ({
    id,
    jobId: id,
    title: id,
    source: null,
    duration: null,
    model: 'm',
    language: null,
    start: '',
    complete: true,
    createdAt,
    editedAt: null,
    hit: null,
  })
  const items = librarySections(
    [made('a', now), made('b', now - 1000), made('c', now - day), made('d', now - 9 * day)],
    now,
  )
  expect(items.map((item) => (item.kind === 'section' ? item.section : item.key))).toEqual([
    'today',
    'a',
    'b',
    'yesterday',
    'c',
    'day',
    'd',
  ])
})

it('words that are missing in 1 MB of text are searched only a little ahead', () => {
  const text = 'a '.repeat(500_000)
  const words = Array.from({ length: 1_000 }, (_, at) => ({ from: at, to: at, text: `a a not there ${at}` }))
  let parts: ReturnType<typeof textParts> = []
  const steps = textSteps(() => {
    parts = textParts(text, words)
  })
  expect(parts).toEqual([{ start: 0, text, word: null }])
  expect(steps).toBeLessThan(200_000)
})
