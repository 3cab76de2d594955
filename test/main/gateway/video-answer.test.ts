import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTask, type TaskReport } from '../../../src/main/gateway/video-answer.ts'
import type { VideoMeaning } from '../../../src/shared/video-words.ts'

const noWords = {}
function read(body: unknown, words: Readonly<Record<string, VideoMeaning>> = noWords): TaskReport | null {
  const text = JSON.stringify(body) ?? ''
  return readTask(body, text, words)
}
/** Parses an answer from text, because only `JSON.parse` creates a field `__proto__`. */
const readText = (text: string): TaskReport | null => readTask(JSON.parse(text), text, noWords)
const made = Date.UTC(2026, 10, 21, 12)
const link = 'https://files.example/one.mp4'

describe('a video answer in the form of the contract', () => {
  test('reads the answer to a submission', () => {
    const body = { id: 'task-1', status: 'pending', created_at: made / 1000 }
    expect(read(body)).toEqual({
      taskId: 'task-1',
      word: 'pending',
      meaning: 'pending',
      link: null,
      message: null,
      code: null,
      madeAt: made,
      answer: JSON.stringify(body),
    })
  })

  test('reads the answer about a finished and a failed task', () => {
    expect(read({ id: 't', status: 'completed', video_url: link })).toMatchObject({ meaning: 'completed', link })
    expect(read({ id: 't', status: 'failed', error: 'no herons' })).toMatchObject({
      meaning: 'failed',
      message: 'no herons',
      code: null,
    })
  })
})

describe('a video answer in another form', () => {
  test.each([
    ['data', { code: 0, data: { task_id: 't', task_status: 'SUCCEED', video_url: link } }],
    ['output', { request_id: 'r', output: { task_id: 't', task_status: 'SUCCEEDED', video_url: link } }],
    ['result', { result: { id: 't', state: 'completed', url: link } }],
    ['task', { task: { id: 't', status: 'done', download_url: link } }],
    ['a list of data', { data: [{ id: 't', status: 'success', videoUrl: link }] }],
    ['a video inside', { id: 't', status: 'completed', video: { url: link } }],
    ['a video inside data', { data: { id: 't', status: 'completed', video: { url: link } } }],
    ['an output inside data', { data: { id: 't', status: 'completed', output: { video_url: link } } }],
  ])('reads the format of %s', (_name, body) => {
    expect(read(body)).toMatchObject({ taskId: 't', link })
  })

  test('the task’s status takes precedence over a number next to it', () => {
    expect(read({ status: 200, data: { id: 't', status: 'processing' } })).toMatchObject({
      word: 'processing',
      meaning: 'processing',
    })
    expect(read({ id: 't', status: 7 }, { '7': 'processing' })).toMatchObject({ word: '7', meaning: 'processing' })
  })

  test('a field at the top takes precedence over a nested one', () => {
    expect(read({ id: 'top', status: 'failed', data: { id: 'in', status: 'completed' } })).toMatchObject({
      taskId: 'top',
      meaning: 'failed',
    })
  })

  test.each([
    [made / 1000, made],
    [made, made],
    [String(made / 1000), made],
    [String(made), made],
    ['2026-11-21T12:00:00Z', made],
    ['2026-11-21T20:00:00+08:00', made],
    [1.5, 1500],
    ['soon', null],
    [0, null],
    [-5, null],
    [1e300, null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
  ])('made at %s', (created_at, at) => {
    expect(read({ id: 't', created_at })?.madeAt).toBe(at)
  })

  test.each([
    ['a text', 'no herons', 'no herons', null],
    ['an object', { message: 'no herons', code: 'policy' }, 'no herons', 'policy'],
    ['an object with other names', { msg: 'no herons', type: 'policy' }, 'no herons', 'policy'],
    ['an object with a code alone', { code: 42 }, '42', '42'],
    ['an object of its own kind', { why: 'herons' }, '{"why":"herons"}', null],
    ['a list', [{ message: 'no herons' }], 'no herons', null],
    ['null', null, null, null],
    ['nothing in it', {}, null, null],
    ['an empty text', ' ', null, null],
    ['an empty list', [], null, null],
    ['fields without anything', { code: null, message: '' }, null, null],
    ['the code of no error', { code: 0, message: '' }, null, null],
    ['the number of no error', 0, null, null],
    ['no', false, null, null],
  ])('reads an error as %s', (_name, error, message, code) => {
    expect(read({ id: 't', status: 'failed', error })).toMatchObject({ meaning: 'failed', message, code })
  })

  test('reads a reason under another name', () => {
    expect(read({ id: 't', status: 'FAILURE', fail_reason: 'no', error_code: 7 })).toMatchObject({
      message: 'no',
      code: '7',
    })
  })

  test('an error without a status is a failure, unless it is empty', () => {
    expect(read({ id: 't', error: 'no' })?.meaning).toBe('failed')
    for (const error of [{}, null, '', [], 0, { code: 0 }]) expect(read({ id: 't', error })?.meaning).toBeNull()
  })

  test('an error next to a running status is not a failure', () => {
    expect(read({ id: 't', status: 'processing', error: 'slow' })).toMatchObject({ meaning: 'processing' })
  })

  test('ids may be numbers, or missing', () => {
    expect(read({ id: 12_345 })?.taskId).toBe('12345')
    expect(read({ id: '  t  ' })?.taskId).toBe('t')
    for (const id of ['', ' ', null, {}, [], true, 1.5]) expect(read({ id })?.taskId).toBeNull()
  })

  test('ids that no address can carry are ignored: dots, half a character, a very long one', () => {
    for (const id of ['.', '..', '\ud800', 'x'.repeat(2001)]) expect(read({ id })?.taskId).toBeNull()
    expect(read({ id: '...' })?.taskId).toBe('...')
    expect(read({ id: 'x'.repeat(2000) })?.taskId).toHaveLength(2000)
    expect(read({ id: '..', task_id: 't' })?.taskId).toBe('t')
  })

  test('a link is accepted whole or not at all', () => {
    const long = `https://files.example/${'x'.repeat(9000)}`
    expect(read({ id: 't', status: 'completed', video_url: long })?.link).toBeNull()
    expect(read({ id: 't', status: 'completed', video_url: long, url: link })?.link).toBe(link)
  })
})

describe('a hostile video answer', () => {
  test.each([[[]], [null], ['text'], [42], [true], [[{ id: 't' }]]])('%j is not a task', (body) => {
    expect(read(body)).toBeNull()
  })

  test('an empty object has no status', () => {
    expect(read({})).toEqual({
      taskId: null,
      word: null,
      meaning: null,
      link: null,
      message: null,
      code: null,
      madeAt: null,
      answer: '{}',
    })
  })

  test('names of JavaScript’s own properties are ordinary names', () => {
    const task = readText('{"__proto__": {"id": "p", "status": "completed"}, "constructor": {"id": "c"}, "id": "t"}')
    expect(task).toMatchObject({ taskId: 't', word: null })
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
    for (const status of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(read({ id: 't', status })).toMatchObject({ word: status, meaning: null })
  })

  test('texts of a megabyte are truncated', () => {
    const long = 'x'.repeat(1024 * 1024)
    expect(sizes(read({ id: 't', status: long, error: { message: long, code: long } }))).toEqual([])
    expect(sizes(read({ id: 't', error: { why: long } }))).toEqual([])
    expect(sizes(read({ id: 't', fail_reason: long, error_code: long }))).toEqual([])
  })

  test('reads an error nested deeper than any stack', () => {
    const deep = `{"id":"t","status":"failed","error":{"why":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    expect(readText(deep)).toMatchObject({ meaning: 'failed', message: expect.any(String) })
  })

  test('nothing throws for any input, and no text exceeds its limit', () => {
    const names = ['id', 'task_id', 'status', 'state', 'error', 'data', 'output', 'video', 'created_at', 'video_url']
    const more = ['message', 'code', 'fail_reason', 'error_code', '__proto__', 'url', 'result', 'task']
    const leaf = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constant('y'.repeat(30_000)),
      fc.constantFrom('completed', 'FAILED', 'https://files.example/a.mp4', '2026-11-21', '1e9999'),
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, false),
    )
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('body'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names, ...more), tie('body'), { maxKeys: 8 }),
      ),
    }))
    fc.assert(
      fc.property(body, (value) => {
        const text = JSON.stringify(value)
        expect(sizes(readTask(JSON.parse(text), text, noWords))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

/** Fields of a report that exceed the length or type promised by its schema. */
function sizes(report: TaskReport | null): readonly string[] {
  if (report === null) return []
  const most = { taskId: 2000, word: 100, link: 8000, message: 2000, code: 100, answer: 20_000 } as const
  const long = Object.entries(most).flatMap(([name, max]) => {
    const text = Object.entries(report).find(([field]) => field === name)?.[1]
    return text === null || (typeof text === 'string' && text.length <= max) ? [] : [name]
  })
  const { madeAt } = report
  return madeAt === null || (Number.isSafeInteger(madeAt) && madeAt > 0) ? long : [...long, 'madeAt']
}
