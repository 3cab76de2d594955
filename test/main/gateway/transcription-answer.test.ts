import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTranscriptionAnswer } from '../../../src/main/gateway/transcription-answer.ts'

const read = (body: unknown) => readTranscriptionAnswer(typeof body === 'string' ? body : JSON.stringify(body))

describe('a transcription answer', () => {
  test('verbose_json is read completely', () => {
    expect(
      read({
        task: 'transcribe',
        language: 'english',
        duration: 3.5,
        text: 'Hello there. Bye.',
        segments: [
          { id: 0, start: 0, end: 1.25, text: ' Hello there.' },
          { id: 1, start: 1.5, end: 3.5, text: ' Bye.', speaker: 1 },
        ],
        words: [{ word: 'Hello', start: 0, end: 0.5 }],
      }),
    ).toEqual({
      text: 'Hello there. Bye.',
      language: 'english',
      duration: 3500,
      segments: [
        { from: 0, to: 1250, text: 'Hello there.', speaker: null },
        { from: 1500, to: 3500, text: 'Bye.', speaker: '1' },
      ],
      words: [{ from: 0, to: 500, text: 'Hello' }],
    })
  })

  test.each([
    ['speaker', 'A', 'A'],
    ['speaker_id', 'speaker_0', 'speaker_0'],
    ['speaker_label', 'spk_1', 'spk_1'],
    ['speakerTag', 2, '2'],
    ['spk', 0, '0'],
    ['speaker', { id: 3, name: ' Anna ' }, 'Anna'],
    ['speaker', '', null],
    ['speaker', null, null],
  ])('the speaker of a segment and of a word is read from %s: %j', (name, label, speaker) => {
    const heard = read({
      text: 'Hello',
      segments: [{ start: 0, end: 1, text: 'Hello', [name]: label }],
      words: [{ word: 'Hello', start: 0, end: 1, [name]: label }],
    })
    expect(heard?.segments?.[0]?.speaker).toBe(speaker)
    expect(heard?.words[0]?.speaker ?? null).toBe(speaker)
  })

  test('an answer is read with times in any form, and without times', () => {
    expect(
      read({
        segments: [
          { start: '0.5', text: 'a', words: [{ text: 'a', start: '0.5s', end: '0.9s' }] },
          { start: 2, end: 'soon', text: 'b' },
          { end: 3, text: 'no beginning' },
          'nonsense',
        ],
        duration: '4',
        words: 'none',
      }),
    ).toEqual({
      text: 'a b no beginning nonsense',
      language: null,
      duration: 4000,
      segments: [
        { from: 500, to: 2000, text: 'a', speaker: null },
        { from: 2000, to: 4000, text: 'b', speaker: null },
        // words are worth more than their times
        { from: null, to: null, text: 'no beginning', speaker: null },
        { from: null, to: null, text: 'nonsense', speaker: null },
      ],
      words: [{ from: 500, to: 900, text: 'a' }],
    })
  })

  test('json, text, and text that looks like json give their words', () => {
    const plain = { language: null, duration: null, segments: null, words: [] }
    expect(read({ text: 'Hello' })).toEqual({ ...plain, text: 'Hello' })
    expect(read('Hello there.\n')).toEqual({ ...plain, text: 'Hello there.' })
    expect(read('"Quoted"')).toEqual({ ...plain, text: 'Quoted' })
    expect(read('[laughs] and goes on')).toEqual({ ...plain, text: '[laughs] and goes on' })
    expect(read({ text: '' })).toEqual({ ...plain, text: '' })
  })

  test.each([
    '1\n00:00:00,000 --> 00:00:01,500\nHello\nthere\n\n2\n00:00:02,000 --> 00:00:03,000\nBye\n',
    'WEBVTT\r\n\r\n00:00.000 --> 00:01.500 align:start\r\nHello\r\nthere\r\n\r\n00:02.000 --> 00:03.000\r\nBye\r\n',
  ])('subtitles keep their times', (body) => {
    expect(read(body)?.segments).toEqual([
      { from: 0, to: 1500, text: 'Hello there', speaker: null },
      { from: 2000, to: 3000, text: 'Bye', speaker: null },
    ])
  })

  test.each(['<!doctype html><p>x', '{"text": "cut off', '{"object":"list"}', '[1,2]'])(
    '%s contains no transcript',
    (body) => {
      expect(read(body)).toBeNull()
    },
  )

  test('any input is read without throwing', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((value) => JSON.stringify(value) ?? ''),
        ),
        (body) => {
          readTranscriptionAnswer(body)
        },
      ),
    ))
})
