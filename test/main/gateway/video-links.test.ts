import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTask } from '../../../src/main/gateway/video-answer.ts'
import { videoLinkIn } from '../../../src/main/gateway/video-links.ts'

const film = 'https://cdn.example/a/b.mp4?x=1'
const plain = 'https://cdn.example/download?id=7'
const read = (body: object) => readTask(body, JSON.stringify(body), {})

describe('the link of a finished video', () => {
  test.each<readonly [string, object, string]>([
    ['result_url', { data: { result_url: plain } }, plain],
    ['fail_reason', { data: { status: 'SUCCESS', fail_reason: plain } }, plain],
    ['metadata.url', { metadata: { url: plain } }, plain],
    ['content.video_url', { content: { video_url: plain } }, plain],
    ['task_result.videos', { data: { task_result: { videos: [{ id: '1', url: plain }] } } }, plain],
    ['output as a text', { output: plain }, plain],
    ['output as a list', { output: [plain] }, plain],
    ['video_result', { video_result: [{ url: plain, cover_image_url: 'https://cdn.example/c.png' }] }, plain],
    ['an unknown name, by its ending', { generations: [{ asset: film }] }, film],
    ['a name that speaks of videos', { assets: { mainVideo: plain, thumbnail: 'https://cdn.example/t.jpg' } }, plain],
    [
      'a copy without a mark',
      { files: [{ watermarked: film }, { clean: 'https://cdn.example/c.mp4' }] },
      'https://cdn.example/c.mp4',
    ],
    ['JSON within a text', { result: JSON.stringify({ video_url: plain }) }, plain],
    ['a list of addresses', { unsigned_urls: [plain] }, plain],
    ['a path of the gateway', { data: { url: '/v1/videos/5/content' } }, '/v1/videos/5/content'],
    ['an address without a scheme', { output: { video: 'cdn.example/x.mp4' } }, 'cdn.example/x.mp4'],
    ['an address that begins with slashes', { result: { videoUrl: '//cdn.example/x.mp4' } }, '//cdn.example/x.mp4'],
  ])('is found in %s', (_name, body, link) => {
    expect(read({ id: 't', status: 'succeed', ...body })).toMatchObject({ meaning: 'completed', link, message: null })
  })

  test.each<readonly [string, object]>([
    ['what was sent', { input: { video_url: film }, request: { image: film } }],
    ['pictures', { cover_url: plain, thumbnail: plain, last_frame_url: plain }],
    ['pages about the task', { status_url: plain, urls: { get: plain, cancel: plain }, callback_url: plain }],
    ['two addresses of equal right', { file_a: { download: plain }, file_b: { download: 'https://cdn.example/2' } }],
    ['words', { output: 'The video is ready: see your mail' }],
  ])('is none of %s', (_name, body) => {
    expect(read({ id: 't', status: 'succeed', ...body })?.link).toBeNull()
  })

  test('a task that is still running or failed has no link', () => {
    expect(read({ id: 't', status: 'processing', generations: [{ asset: film }] })?.link).toBeNull()
    expect(read({ id: 't', status: 'failed', generations: [{ asset: film }] })?.link).toBeNull()
  })

  test('an address without a finished status needs the extension of a video', () => {
    expect(read({ id: 't', output: [film] })?.link).toBe(film)
    expect(read({ id: 't', output: [plain] })?.link).toBeNull()
  })

  test('a link is found in any JSON without an error', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => void videoLinkIn(value)))
    let deep: object = { url: film }
    for (let depth = 0; depth < 5_000; depth += 1) deep = { deep }
    expect(videoLinkIn(deep)).toBeNull()
  })
})

test.each<readonly [string, object, string]>([
  [
    'output.message',
    { output: { task_status: 'FAILED', code: 'DataInspection', message: 'No herons here' } },
    'No herons here',
  ],
  ['task_status_msg', { data: { task_id: 't', task_status: 'failed', task_status_msg: 'No herons' } }, 'No herons'],
  ['error.message', { id: 't', status: 'fail', error: { message: 'No herons' } }, 'No herons'],
  ['base_resp', { status: 'Fail', base_resp: { status_code: 1026, status_msg: 'No herons' } }, 'No herons'],
  ['fail_reason', { data: { task_id: 't', status: 'FAILURE', fail_reason: 'No herons' } }, 'No herons'],
  ['message at the top', { id: 't', status: 'failed', message: 'No herons' }, 'No herons'],
])('the reason of a failure is read from %s', (_name, body, message) => {
  expect(read(body)).toMatchObject({ meaning: 'failed', message })
})

test.each([
  ['succeed', 'completed'],
  ['preparing', 'pending'],
  ['pre_processing', 'pending'],
  ['throttled', 'pending'],
  ['timeouted', 'expired'],
  ['TimedOut', 'expired'],
  ['Request Moderated', 'failed'],
  ['Content Moderated', 'failed'],
  ['TEXT_SUCCESS', 'processing'],
  ['TASK_STATUS_SUCCEED', 'completed'],
  ['MEDIA_GENERATION_STATUS_SUCCESSFUL', 'completed'],
  ['JOB_STATE_RUNNING', 'processing'],
  ['排队中', 'pending'],
  ['已完成', 'completed'],
])('the word %s means %s', (word, meaning) => {
  expect(read({ id: 't', status: word })?.meaning).toBe(meaning)
})

test('a long-running operation is a task by its name, and `done` says whether it has ended', () => {
  const name = 'models/film-1/operations/abc'
  const response = { generateVideoResponse: { generatedSamples: [{ video: { uri: plain } }] } }
  expect(read({ name })).toMatchObject({ taskId: name, meaning: null })
  expect(read({ name, done: false })).toMatchObject({ taskId: name, meaning: 'processing', link: null })
  expect(read({ name, done: true, response })).toMatchObject({ taskId: name, meaning: 'completed', link: plain })
  expect(read({ name, done: true, error: { code: 3, message: 'No herons' } })).toMatchObject({
    meaning: 'failed',
    message: 'No herons',
  })
  expect(read({ name: 'A heron', status: 'queued' })?.taskId).toBeNull()
})

const filtered = 'The generated video was blocked'
test.each<readonly [string, object, string | null]>([
  ['a flag', { id: 't', status: 'done', progress: 100, moderated: true, message: filtered }, filtered],
  ['a flag one level down', { data: { id: 't', status: 'completed', moderated: true } }, null],
  [
    'a list of reasons',
    {
      name: 'models/film-1/operations/abc',
      done: true,
      response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [filtered] } },
    },
    filtered,
  ],
  ['a count', { id: 't', status: 'done', response: { raiMediaFilteredCount: 2 } }, null],
])('a finished video that was filtered out has failed: %s', (_name, body, message) => {
  expect(read(body)).toMatchObject({ meaning: 'failed', link: null, message, code: 'content_filter' })
})

test.each<readonly [string, object]>([
  ['there is a video', { id: 't', status: 'done', moderated: true, video_url: film }],
  ['nothing was filtered', { id: 't', status: 'done', moderated: false, response: { raiMediaFilteredCount: 0 } }],
  ['it is still being made', { id: 't', status: 'processing', moderated: true }],
])('a flag of moderation does not count where %s', (_name, body) => {
  expect(read(body)).toMatchObject({ meaning: expect.stringMatching(/^(?:completed|processing)$/), code: null })
})

test.each(['job_id', 'generation_id', 'video_id', 'prediction_id', 'uuid'])(
  'a task is known by its %s too',
  (field) => {
    expect(read({ [field]: 't', status: 'queued' })).toMatchObject({ taskId: 't', meaning: 'pending' })
  },
)

test("an id of the request is not a task's id, and makes no task of a refusal", () => {
  expect(read({ code: 0, uuid: 'req', data: { task_id: 't', status: 'queued' } })?.taskId).toBe('t')
  expect(read({ code: 'InvalidParameter', message: 'Too long', uuid: 'req' })).toMatchObject({
    taskId: null,
    meaning: 'failed',
    message: 'Too long',
  })
})
