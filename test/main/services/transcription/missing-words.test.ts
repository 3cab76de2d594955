import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeardAnswer } from '../../../../src/main/gateway/heard-answer.ts'
import { readTranscriptionAnswer } from '../../../../src/main/gateway/transcription-answer.ts'
import { heardPart } from '../../../../src/main/services/transcription/heard-part.ts'

const stretch = { from: 0, to: 60_000 }
const read = (body: unknown): HeardAnswer => {
  const heard = readTranscriptionAnswer(typeof body === 'string' ? body : JSON.stringify(body))
  if (heard === null) throw new Error('nothing was read')
  return heard
}
const shown = (body: unknown) => heardPart(read(body), stretch).segments.map(({ from, text }) => [from, text])

describe('the missing words of an answer', () => {
  test('an answer with NaN and Infinity is read', () => {
    const body =
      '{"text":"Hello there.","duration":Infinity,"segments":[{"start":0,"end":2,"text":" Hello there.","avg_logprob":NaN}]}'
    expect(shown(body)).toEqual([[0, 'Hello there.']])
  })

  test('segments without text get the words of the whole text', () => {
    expect(
      shown({
        text: 'Hello there. Bye.',
        segments: [
          { start: 0, end: 2 },
          { start: 2, end: 4, text: '' },
        ],
      }),
    ).toEqual([[null, 'Hello there. Bye.']])
  })

  test('words of segments without a start stay in their place', () => {
    const segments = [
      { start: 0, end: 1, text: 'One.' },
      { end: 2, text: 'Two.' },
      { start: 2, end: 3, text: 'Three.' },
    ]
    expect(shown({ text: 'One. Two. Three.', segments })).toEqual([
      [0, 'One.'],
      [null, 'Two.'],
      [2000, 'Three.'],
    ])
  })

  test('words that no segment has are inserted in their place', () => {
    const text = 'This was said at first. Then came the middle of it. And this was the very end of it all.'
    const segment = (start: number, said: string) => ({ start, end: start + 1, text: said })
    const [first, middle, last] = [
      'This was said at first.',
      'Then came the middle of it.',
      'And this was the very end of it all.',
    ]
    expect(shown({ text, segments: [segment(0, first), segment(5, last)] })).toEqual([
      [0, first],
      [null, middle],
      [5000, last],
    ])
    expect(shown({ text, segments: [segment(5, last)] })).toEqual([
      [null, `${first} ${middle}`],
      [5000, last],
    ])
    expect(shown({ text, segments: [segment(0, first)] })).toEqual([
      [0, first],
      [null, `${middle} ${last}`],
    ])
    // half a segment
    expect(shown({ text, segments: [segment(0, first), segment(3, 'Then came the'), segment(5, last)] })).toEqual([
      [0, first],
      [3000, 'Then came the'],
      [null, 'middle of it.'],
      [5000, last],
    ])
  })

  test('words that segments spell differently are not doubled', () => {
    const body = {
      text: 'I have five apples, and you?',
      segments: [
        { start: 0, end: 1, text: 'I have 5 apples' },
        { start: 1, end: 2, text: 'and you' },
      ],
    }
    expect(shown(body)).toEqual([
      [0, 'I have 5 apples'],
      [1000, 'and you'],
    ])
  })

  test('timed words that cover half of the text keep all of it', () => {
    const words = [
      { word: 'Hello', start: 0, end: 1 },
      { word: 'there.', start: 1, end: 2 },
    ]
    expect(
      shown({ text: 'Hello there. This was said later on.', words })
        .map(([, text]) => text)
        .join(' '),
    ).toContain('This was said later on.')
  })

  test('words between and after the cues of subtitles are kept', () => {
    const body =
      'Before all.\n\n1\n00:00:01,000 --> 00:00:02,000\nOne.\n\nLoose words.\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo.\nMore.\n\nThe end.'
    expect(shown(body)).toEqual([
      [null, 'Before all.'],
      [1000, 'One.'],
      [null, 'Loose words.'],
      [3000, 'Two. More.'],
      [null, 'The end.'],
    ])
  })

  test('words are never lost, whichever segments are missing', () => {
    const sentence = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){4,9}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(sentence, { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (sentences, there) => {
          const segments = sentences.flatMap((text, at) => (there[at] ? [{ start: at, end: at + 1, text }] : []))
          const heard = shown({ text: sentences.join(' '), segments }).map(([, text]) => text)
          const letters = (text: string): string => text.replaceAll(/\s/g, '')
          expect(letters(heard.join(''))).toBe(letters(sentences.join('')))
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Counts the characters read, through the text's own methods. */
function steps(run: () => void): number {
  let count = 0
  const { exec } = RegExp.prototype
  const { slice } = String.prototype
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    count += 1
    return exec.call(this, text)
  }
  String.prototype.slice = function (this: string, ...range: [number?, number?]) {
    count += 1
    return slice.apply(this, range)
  }
  try {
    run()
  } finally {
    RegExp.prototype.exec = exec
    String.prototype.slice = slice
  }
  return count
}

describe('a hostile answer is read in linear time', () => {
  const cue = (at: number): string => `00:00:${String(at % 60).padStart(2, '0')},000 --> 00:00:59,000\n`
  test.each<[string, (size: number) => string]>([
    ['dots', (size) => '.'.repeat(size)],
    ['dots and letters', (size) => '...a'.repeat(size / 4)],
    ['dots and quotes', (size) => ".''".repeat(size / 3)],
    ['one word of dots with a letter behind it', (size) => `${'.'.repeat(size)}a`],
    ['lines of cues', (size) => Array.from({ length: size / 32 }, (_, at) => cue(at)).join('')],
    ['cues without an end', (size) => Array.from({ length: size / 40 }, (_, at) => `${cue(at)}words\n`).join('')],
    ['spaces', (size) => `a${' '.repeat(size)}b`],
    ['digits', (size) => '0'.repeat(size)],
    ['quotes in JSON', (size) => `{"text":"${'\\"'.repeat(size / 2)}`],
    ['brackets', (size) => `{"a":${'['.repeat(size)}`],
  ])('%s', (_, made) => {
    const cost = (size: number): number =>
      steps(() => {
        const heard = readTranscriptionAnswer(made(size), { partial: true })
        if (heard !== null) heardPart(heard, stretch)
      })
    // four times the length costs about four times, not sixteen times as much
    expect(cost(80_000)).toBeLessThan(cost(20_000) * 6 + 1000)
  })
})
