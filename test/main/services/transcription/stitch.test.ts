import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeardAnswer, HeardSegment, HeardWord } from '../../../../src/main/gateway/heard-answer.ts'
import { type HeardPart, heardPart } from '../../../../src/main/services/transcription/heard-part.ts'
import { stitched } from '../../../../src/main/services/transcription/stitch.ts'
import type { TranscriptSegment } from '../../../../src/shared/transcript.ts'
import { joinTexts } from '../../../../src/shared/writing.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

interface Speech {
  readonly words: readonly HeardWord[]
  readonly length: number
}

const english = 'the a of and to in that it is was for on with as be at by this had not but from or have an they'.split(
  ' ',
)

/** Speech as words of up to 450 ms, with pauses. */
function speech(seed: number, wordAt: (index: number, random: () => number) => string): Speech {
  const random = randomFrom(seed)
  const words: HeardWord[] = []
  let at = 0
  for (let index = 0; index < 120; index += 1) {
    const length = 120 + Math.floor(random() * 330)
    words.push({ from: at, to: at + length, text: wordAt(index, random) })
    at += length + (random() < 0.2 ? Math.floor(random() * 800) : Math.floor(random() * 60))
  }
  return { words, length: at + 200 }
}

/** Cuts at random places, with an overlap of about a second. */
function cuts(length: number, seed: number): readonly { readonly from: number; readonly to: number }[] {
  const random = randomFrom(seed)
  const pieces: { from: number; to: number }[] = []
  for (let from = 0; from < length; ) {
    const to = Math.min(length, from + 4000 + Math.floor(random() * 9000))
    pieces.push({ from, to })
    if (to === length) break
    from = to - 1000
  }
  return pieces
}

type Form = 'words' | 'segments' | 'text'

/** A model's answer for a piece: its complete words, slightly off in time, with a sentence every few words. */
function heard(
  { words }: Speech,
  piece: { readonly from: number; readonly to: number },
  form: Form,
  random: () => number,
): HeardPart {
  const inside = words.filter(({ from, to }) => from >= piece.from && to <= piece.to)
  const own = inside.map((word): HeardWord => {
    const off = Math.round((random() - 0.5) * 80)
    return { text: word.text, from: Math.max(0, word.from - piece.from + off), to: word.to - piece.from + off }
  })
  const text = (of: readonly HeardWord[]): string => of.reduce((sum, word) => joinTexts(sum, word.text), '')
  const segments: HeardSegment[] = []
  const size = 5 + Math.floor(random() * 8)
  for (let at = 0; at < own.length; at += size) {
    const part = own.slice(at, at + size)
    const [first, last] = [part[0], part.at(-1)]
    if (first && last)
      segments.push({
        from: first.from,
        to: last.to,
        text: `${text(part)}${form === 'text' ? '' : '.'}`,
        speaker: null,
      })
  }
  const answer: HeardAnswer = {
    text: text(own),
    language: null,
    duration: piece.to - piece.from,
    segments: form === 'text' ? null : segments,
    words: form === 'words' ? own : [],
  }
  return heardPart(answer, piece)
}

function together(spoken: Speech, seed: number, form: Form): readonly TranscriptSegment[] {
  const random = randomFrom(seed)
  const pieces = cuts(spoken.length, seed).map((piece) => heard(spoken, piece, form, random))
  const segments: TranscriptSegment[] = []
  for (const [index, piece] of pieces.entries()) {
    const around = { before: pieces[index - 1] ?? null, after: pieces[index + 1]?.stretch ?? null }
    const { segments: added, takeBack } = stitched(piece, around, randomUUID)
    expect(takeBack).toBe('')
    segments.push(...added)
  }
  return segments
}

const plain = (text: string): string => text.replace(/[\s.]+/g, ' ').trim()
const textOf = (segments: readonly TranscriptSegment[]): string => plain(segments.map(({ text }) => text).join(' '))

const seeds = fc.integer({ min: 1, max: 1_000_000 })

describe('a recording that was cut anywhere', () => {
  test('no word with a time is lost or doubled, however often it recurs', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const spoken = speech(seed, (_, random) => english[Math.floor(random() * random() * english.length)] ?? 'a')
        const segments = together(spoken, seed, 'words')
        expect(textOf(segments)).toBe(spoken.words.map(({ text }) => text).join(' '))
        expect(segments.flatMap(({ words }) => words.map(({ text }) => text))).toEqual(
          spoken.words.map(({ text }) => text),
        )
      }),
      // in this example, a word that was said four times in a row stands at a seam
      { numRuns: 400, examples: [[186_614]] },
    ))

  test('every word is within 50 ms of its time, in order', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const spoken = speech(seed, (index) => `w${index}`)
        const words = together(spoken, seed, 'words').flatMap((segment) => segment.words)
        for (const [index, word] of words.entries()) {
          expect(Math.abs(word.from - (spoken.words[index]?.from ?? 0))).toBeLessThanOrEqual(50)
          expect(word.from).toBeGreaterThanOrEqual((words[index - 1]?.from ?? 0) - 80)
        }
        const segments = together(spoken, seed, 'words')
        for (const [index, segment] of segments.entries()) {
          expect(segment.mended).toBe(false)
          expect(segment.from).toBeGreaterThanOrEqual(segments[index - 1]?.to ?? 0)
          expect(segment.to ?? 0).toBeGreaterThanOrEqual(segment.from ?? 0)
        }
      }),
      // in this example, sentences overlap by the uncertainty of a word
      { numRuns: 100, examples: [[487_274]] },
    ))

  test.each(['segments', 'text'] as const)('no word is lost or repeated if only %s is known', (form) =>
    fc.assert(
      fc.property(seeds, (seed) => {
        // a repeated word at a seam cannot be told from one heard twice
        const spoken = speech(seed, (index) => `w${index}`)
        expect(textOf(together(spoken, seed, form))).toBe(spoken.words.map(({ text }) => text).join(' '))
      }),
      { numRuns: 200 },
    ),
  )

  test.each(['words', 'segments', 'text'] as const)('no character of a text without spaces is lost, with %s', (form) =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const spoken = speech(seed, (index) => String.fromCodePoint(0x4e00 + index * 2, 0x4e01 + index * 2))
        const text = textOf(together(spoken, seed, form)).replaceAll(' ', '')
        expect(text).toBe(spoken.words.map((word) => word.text).join(''))
      }),
      { numRuns: 200 },
    ),
  )
})

describe('the seam of two parts', () => {
  const answer = (text: string): HeardAnswer => ({ text, language: null, duration: null, segments: null, words: [] })
  const at = (from: number, to: number, text: string): HeardPart => heardPart(answer(text), { from, to })
  const seam = (one: string, other: string, overlap = 1000) =>
    stitched(at(10_000 - overlap, 20_000, other), { before: at(0, 10_000, one), after: null }, () => 'id')

  test.each([
    ['We went down to the', 'down to the harbour.', '', 'harbour.'],
    ['We went down to the', 'to the, harbour.', '', 'harbour.'],
    ['We went down to the har', 'to the harbour.', 'har', 'harbour.'],
    ['We went down to the', 'own to the harbour.', '', 'harbour.'],
    ['We went down to the', 'A quiet harbour.', '', 'A quiet harbour.'],
    ['我们今天去港口', '去港口看船。', '', '看船。'],
    ['We Met', 'met again', '', 'again'],
  ])('joins "%s" and "%s"', (one, other, takeBack, text) => {
    const { segments, ...rest } = seam(one, other)
    expect([rest.takeBack, segments.map((segment) => segment.text).join(' ')]).toEqual([takeBack, text])
  })

  test('pieces without an overlap lose nothing', () => {
    expect(seam('and so on', 'on and on', 0).segments[0]?.text).toBe('on and on')
  })
})

describe('invalid times of a transcript', () => {
  const segment = (from: number, to: number, text: string): HeardSegment => ({ from, to, text, speaker: null })
  const shown = (...segments: readonly HeardSegment[]) =>
    stitched(
      heardPart({ text: '', language: null, duration: 10_000, segments, words: [] }, { from: 1000, to: 11_000 }),
      { before: null, after: null },
      () => 'id',
    ).segments.map(({ from, to, text, mended }) => [from, to, text, mended])

  test('impossible times are sorted and marked', () => {
    expect(shown(segment(0, 6000, 'a'), segment(4000, 8000, 'b'))).toEqual([
      [1000, 5000, 'a', true],
      [5000, 9000, 'b', false],
    ])
    expect(shown(segment(5000, 6000, 'a'), segment(1000, 2000, 'b'))).toEqual([
      [2000, 3000, 'b', true],
      [6000, 7000, 'a', true],
    ])
    expect(shown(segment(3000, 2000, 'a'), segment(9000, 15_000, 'b'), segment(16_000, 17_000, 'c'))).toEqual([
      [3000, 4000, 'a', true],
      [10_000, 11_000, 'b', true],
      [11_000, 11_000, 'c', true],
    ])
  })

  test('rounded times are not marked', () => {
    expect(shown(segment(0, 5020, 'a'), segment(5000, 10_020, 'b')).map(([, , , mended]) => mended)).toEqual([
      false,
      false,
    ])
  })

  test('no times disturb the order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -5000, max: 20_000 }), fc.integer({ min: -5000, max: 20_000 }))),
        (times) => {
          const made = shown(...times.map(([from, to], index) => segment(from, to, `t${index}`)))
          expect(made.length).toBe(times.length)
          let last = 1000
          for (const [from, to] of made) {
            expect(Number(from)).toBeGreaterThanOrEqual(last)
            expect(Number(to)).toBeGreaterThanOrEqual(Number(from))
            expect(Number(to)).toBeLessThanOrEqual(11_000)
            last = Number(to)
          }
        },
      ),
    ))
})
