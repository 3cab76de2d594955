import { describe, expect, test } from 'vitest'
import { readTranscriptionAnswer } from '../../../src/main/gateway/transcription-answer.ts'

const read = (body: unknown) => readTranscriptionAnswer(typeof body === 'string' ? body : JSON.stringify(body))
const two = [
  { from: 500, to: 2000, text: 'Hello there', speaker: null },
  { from: 2000, to: 4500, text: 'and goodbye', speaker: null },
]

describe('times of a transcription answer', () => {
  test.each<readonly [string, object]>([
    [
      'whole numbers in ms',
      {
        segments: [
          { start: 500, end: 2000, text: 'Hello there' },
          { start: 2000, end: 4500, text: 'and goodbye' },
        ],
      },
    ],
    [
      'ms under other names',
      {
        result: {
          utterances: [
            { start_time: 500, end_time: 2000, text: 'Hello there' },
            { start_time: 2000, end_time: 4500, text: 'and goodbye' },
          ],
        },
      },
    ],
    [
      'sentences of transcripts',
      {
        transcripts: [
          {
            channel_id: 0,
            text: 'x',
            sentences: [
              { begin_time: 500, end_time: 2000, text: 'Hello there' },
              { begin_time: 2000, end_time: 4500, text: 'and goodbye' },
            ],
          },
        ],
      },
    ],
    [
      'clocks',
      {
        segments: [
          { start: '00:00:00.500', end: '00:00:02.000', text: 'Hello there' },
          { start: '0:02', end: '00:00:04,5', text: 'and goodbye' },
        ],
      },
    ],
    [
      'seconds with their unit',
      {
        segments: [
          { start: '0.5s', end: '2s', content: 'Hello there' },
          { start: '2000ms', end: '4.5 s', sentence: 'and goodbye' },
        ],
      },
    ],
    [
      'offsets and clocks of whisper.cpp',
      {
        result: { language: 'en' },
        transcription: [
          {
            timestamps: { from: '00:00:00,500', to: '00:00:02,000' },
            offsets: { from: 500, to: 2000 },
            text: ' Hello there',
          },
          { offsets: { from: 2000, to: 4500 }, text: ' and goodbye' },
        ],
      },
    ],
    [
      'subtitles in the text',
      { text: '1\n00:00:00,500 --> 00:00:02,000\nHello there\n\n2\n00:00:02,000 --> 00:00:04,500\nand goodbye\n' },
    ],
  ])('are read: %s', (_name, body) => {
    expect(read(body)?.segments).toEqual(two)
  })

  test('times of whole seconds are read as seconds', () => {
    const segments = [
      { start: 0, end: 3, text: 'Hello there, all of you' },
      { start: 3, end: 60, text: 'and goodbye' },
    ]
    expect(read({ segments })?.segments?.at(-1)).toMatchObject({ from: 3000, to: 60_000 })
  })

  test('times of words in ms are read even if only words have times', () => {
    const words = [
      { text: 'Hello', start: 100, end: 600 },
      { text: 'there', start: 700, end: 4000 },
    ]
    expect(read({ text: 'Hello there', words, utterances: null })?.words).toEqual([
      { from: 100, to: 600, text: 'Hello' },
      { from: 700, to: 4000, text: 'there' },
    ])
  })
})

describe('texts of a transcription answer', () => {
  test.each<readonly [string, unknown, string]>([
    [
      'of alternatives in channels',
      { results: { channels: [{ alternatives: [{ transcript: 'Hello there', confidence: 0.9, words: [] }] }] } },
      'Hello there',
    ],
    [
      'of results one after the other',
      {
        results: [
          { alternatives: [{ transcript: 'Hello' }, { transcript: 'Yellow' }] },
          { alternatives: [{ transcript: 'there' }] },
        ],
      },
      'Hello there',
    ],
    ['of a chat message', { choices: [{ message: { role: 'assistant', content: 'Hello there' } }] }, 'Hello there'],
    ['under result', { result: 'Hello there' }, 'Hello there'],
    ['in a list', { err_no: 0, result: ['Hello there'] }, 'Hello there'],
    ['with marks of the model', { text: '<|zh|><|NEUTRAL|><|Speech|><|woitn|>你好' }, '你好'],
    ['under another name', { RecognitionStatus: 'Success', DisplayText: 'Hello there' }, 'Hello there'],
  ])('are found %s', (_name, body, text) => {
    expect(read(body)?.text).toBe(text)
  })

  test.each<readonly [string, object]>([
    ['a refusal', { error: { message: 'Hello' } }],
    ['a refusal beside a word', { success: false, message: '余额不足', result: 'failed' }],
    ['a task that is queued', { id: '1', status: 'queued' }],
  ])('are none in %s', (_name, body) => {
    expect(read(body)).toBeNull()
  })
})

test('sentences under the field names of other servers are read', () => {
  const heard = [
    { text: 'Hello there', start: 500, end: 2000 },
    { text: 'and goodbye', start: 2000, end: 4500 },
  ]
  expect(read([{ key: 'talk', text: 'Hello there and goodbye', sentence_info: heard }])?.segments).toEqual(two)
  const spoken = heard.map(({ text, ...times }) => ({ Content: text, ...times }))
  expect(read({ segments: spoken })?.segments).toEqual(two)
})

test.each([
  ['before and behind each part', '<|0.50|> Hello there<|2.00|><|2.00|> and goodbye<|4.50|>'],
  [
    'behind marks of the model',
    '<|startoftranscript|><|en|><|0.50|>Hello there<|2.00|> <|2.00|>and goodbye<|4.50|><|endoftext|>',
  ],
  ['between parts alone', '<|0.50|>Hello there<|2|>and goodbye<|4.5|>'],
])('times within marks are read: %s', (_name, text) => {
  for (const body of [text, { text }, { result: text }])
    expect(read(body)).toMatchObject({ text: 'Hello there and goodbye', segments: two })
})

test.each([
  ['windows that begin at zero again', '<|0.00|>Hello there<|28.00|><|0.00|>and goodbye<|4.50|>'],
  ['a single mark', '<|0.00|>Hello there and goodbye'],
  ['a text before the first', 'Hello there <|2.00|>and goodbye<|4.50|>'],
])('times within marks do not count with %s', (_name, text) => {
  expect(read({ text })).toMatchObject({ text: expect.stringMatching(/^Hello there ?and goodbye$/), segments: null })
})

test('language marks at the beginning of a text are removed', () => {
  expect(read({ text: '<|startoftranscript|><|en|> Turn on the lamp.' })?.text).toBe('Turn on the lamp.')
})

test('marks of the model are in no word, no plain text and no subtitle', () => {
  expect(read('<|zh|><|NEUTRAL|>你好')?.text).toBe('你好')
  expect(read('1\n00:00:01,000 --> 00:00:02,000\n<|en|>Hello\n')?.segments?.[0]?.text).toBe('Hello')
  const words = [
    { word: '<|zh|>', start: 0, end: 0.1 },
    { word: '<|HAPPY|>你好', start: 0.1, end: 0.5 },
  ]
  expect(read({ text: '你好', words })?.words.map(({ text }) => text)).toEqual(['你好'])
})
