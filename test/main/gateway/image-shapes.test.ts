import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../src/main/gateway/answer-reading.ts'
import { readImages } from '../../../src/main/gateway/image-answer.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { otherPictures } from '../../fakes/other-pictures.ts'
import { pictures } from '../../fakes/pictures.ts'

const png = pictures.png.toString('base64')
const jpeg = pictures.jpeg.toString('base64')
const one = 'https://public.example/a/1'
const two = 'https://public.example/a/2'
const named = 'https://public.example/a/3.png'
const data = `data:image/png;base64,${png}`

/** What was found, in short: addresses, and sizes of bytes. */
function found(body: unknown, asked = 4): readonly (string | number | null)[] {
  const { pieces } = readImages(typeof body === 'string' ? body : JSON.stringify(body), [], asked)
  return pieces.map((piece) =>
    piece.kind === 'link' ? piece.url : piece.kind === 'bytes' ? piece.bytes.byteLength : (piece.error?.code ?? null),
  )
}
const pngBytes = pictures.png.byteLength
const jpegBytes = pictures.jpeg.byteLength

function refusalOf(body: unknown) {
  try {
    readImages(typeof body === 'string' ? body : JSON.stringify(body), [], 1)
    return 'taken'
  } catch (cause) {
    if (!(cause instanceof AppFailure)) throw cause
    return [cause.error.code, cause.error.gatewayMessage]
  }
}

const message = (content: unknown, more = {}) => ({
  id: 'c-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
})

describe('pictures are found', () => {
  test.each<[string, unknown, readonly (string | number)[]]>([
    ['images of a message', message('', { images: [{ type: 'image_url', image_url: { url: data } }] }), [pngBytes]],
    ['addresses in Markdown', message(`Here: ![a boat](${one}) and ![another](${two} "title")`), [one, two]],
    ['data in Markdown', message(`![image](${data})`), [pngBytes]],
    [
      'an address with parentheses',
      message('![a](https://public.example/a_(1).png) and more'),
      ['https://public.example/a_(1).png'],
    ],
    [
      'an address of HTML',
      message('<img alt="x" src="https://public.example/a?X=1&amp;Sig=2">'),
      ['https://public.example/a?X=1&Sig=2'],
    ],
    ['a picture behind one that is none', message(`![a](nothing here) ![b](${one}) ![c](${two})`), [one, two]],
    ['a bare address of a picture', message(`Done. ${named}\nAnything else?`), [named]],
    [
      'parts of a message',
      message([
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url: { url: one } },
      ]),
      [one],
    ],
    [
      'output.choices',
      { output: { choices: [{ message: { content: [{ image: one }, { image: two }] } }] } },
      [one, two],
    ],
    ['data.image_urls', { code: 0, data: { image_urls: [one, two] }, base_resp: { status_code: 0 } }, [one, two]],
    ['data.image_base64', { data: { image_base64: [png, jpeg] } }, [pngBytes, jpegBytes]],
    [
      'candidates',
      {
        candidates: [{ content: { parts: [{ text: 'Sure' }, { inlineData: { mimeType: 'image/png', data: png } }] } }],
      },
      [pngBytes],
    ],
    ['predictions', { predictions: [{ bytesBase64Encoded: png, mimeType: 'image/png' }] }, [pngBytes]],
    ['binary_data_base64', { code: 10000, data: { binary_data_base64: [png], image_urls: null } }, [pngBytes]],
    ['output as an address', { id: 'p', status: 'succeeded', output: named, urls: { get: one } }, [named]],
    [
      'output as addresses',
      { status: 'succeeded', output: [one, two], urls: { get: 'https://a.example/v1/p' } },
      [one, two],
    ],
    ['result.sample', { id: 'x', status: 'Ready', result: { sample: one, prompt: 'p', seed: 1 } }, [one]],
    ['imageUrl', { imageUrl: one }, [one]],
    ['images as texts', { images: [png, jpeg] }, [pngBytes, jpegBytes]],
    ['results of tasks', { output: { task_status: 'SUCCEEDED', results: [{ url: one }, { url: two }] } }, [one, two]],
    ['generatedImages', { generatedImages: [{ image: { imageBytes: png } }] }, [pngBytes]],
    ['artifacts', { artifacts: [{ base64: png, finishReason: 'SUCCESS' }] }, [pngBytes]],
    ['a JPEG in a field for addresses', { data: [{ url: jpeg }] }, [jpegBytes]],
    ['unknown names', { answer: { pic: { big: named, thumb: one }, seed: 3 } }, [named]],
    ['unknown lists of base64', { payload: { pics: [png, jpeg], tokens: 'AAAAAAAA' } }, [pngBytes, jpegBytes]],
    ['a text that is an address', message(one), [one]],
    ['an image of HTML', message(`<p>Here:</p><img alt="x" src="${one}">`), [one]],
    ['a body that is an address', named, [named]],
    ['a body that is base64', jpeg, [jpegBytes]],
    ['lists of tasks', { data: { task_status: 'succeed', task_result: { images: [{ index: 0, url: one }] } } }, [one]],
    ['a wrapped image', { result: { image: jpeg }, success: true, errors: [], messages: [] }, [jpegBytes]],
    [
      'generations',
      { generations_by_pk: { generated_images: [{ url: one, nsfw: false }], status: 'COMPLETE' } },
      [one],
    ],
    ['AVIF', { payload: otherPictures.avif.toString('base64') }, [otherPictures.avif.byteLength]],
    ['responses', { output: [{ type: 'reasoning' }, { type: 'image_generation_call', result: png }] }, [pngBytes]],
    ['the same picture twice', message(`![a](${one})`, { images: [{ image_url: { url: one } }] }), [one]],
  ])('%s', (_, body, expected) => {
    expect(found(body)).toEqual(expected)
  })

  test('finds pictures in the text of a stream, but not in its partial images', () => {
    const events = (...values: readonly unknown[]) =>
      values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
    const delta = (content: string) => ({ choices: [{ delta: { content } }] })
    expect(found(events(delta('![a](https://public.ex'), delta('ample/a/1)')))).toEqual([one])
    const early = { type: 'image_generation.partial_image', b64_json: jpeg }
    const last = { type: 'image_generation.completed', b64_json: png }
    expect(found(events(early, last, { ...last, type: 'done' }))).toEqual([pngBytes])
  })

  test('finds a picture next to an event whose type is an object', () => {
    const events = [{ type: { toString: [] } }, { type: 'image_generation.completed', b64_json: png }].map(
      (value) => `data: ${JSON.stringify(value)}\n\n`,
    )
    expect(found(events.join(''))).toEqual([pngBytes])
  })

  test('finds a picture that is the whole body', () => {
    const task = { kind: 'images', body: pictures.jpeg, secrets: [], asked: 1 } as const
    expect(readAnswer(task)).toMatchObject({ kind: 'images', answer: { pieces: [{ kind: 'bytes' }] } })
  })

  test('finds pictures with their prompts and the text next to them', () => {
    const { pieces, leftovers } = readImages(JSON.stringify(message(`I drew it. ![a](${one})`)), [], 1)
    expect([pieces.length, leftovers?.also]).toEqual([1, [{ what: 'text', text: 'I drew it.' }]])
  })

  test.each<[string, unknown]>([
    ['what was sent', { input: { image_url: named }, request: { image: png }, status: 'odd' }],
    ['addresses of other things', { webhook_url: named, status_url: named, thumbnail: named, docs: named }],
    ['the address in an error', { error: { message: `see ![x](${named})` } }],
    ['base64 of something else', { payload: Buffer.from('words '.repeat(40)).toString('base64') }],
  ])('but not in %s', (_, body) => {
    expect(refusalOf(body)).not.toBe('taken')
  })

  test('finds a bounded number of pictures, in any nesting', () => {
    const deep = `${'{"a":['.repeat(90)}{"url":"${one}"}${']}'.repeat(90)}`
    expect(refusalOf(deep)).not.toBe('taken')
    const many = { pics: Array.from({ length: 50_000 }, (_, index) => `${one}/${index}.png`) }
    expect(found(many, 1).length).toBeLessThan(50)
    const marks = message('!['.repeat(100_000))
    const started = performance.now()
    expect(refusalOf(marks)).toEqual(['empty_answer', expect.any(String)])
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})

describe('a missing picture', () => {
  test.each<[string, unknown, string]>([
    ['an error among others', { error: { code: 'InternalServiceError', message: 'broke' } }, 'stream_error'],
    [
      'an error of content rules',
      { error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } },
      'content_refused',
    ],
    ['an empty item of a moderated picture', { url: '', respect_moderation: false }, 'content_refused'],
  ])('has its reason: %s', (_, item, code) => {
    expect(found({ data: [{ url: one }, item, { url: two }] })).toEqual([one, code, two])
  })

  test('finds the reason for a missing picture under unusual names', () => {
    const filtered = { raiFilteredReason: 'filtered out because it violated policies' }
    expect(found({ predictions: [{ bytesBase64Encoded: png }, filtered] })).toEqual([pngBytes, 'content_refused'])
    const { reason } = readImages(JSON.stringify({ predictions: [{ bytesBase64Encoded: png }, filtered] }), [], 2)
    expect(reason).toBe('filtered out because it violated policies')
  })

  test.each<[string, unknown, readonly [string, string | null]]>([
    [
      'a code with a sentence',
      { code: 20012, message: 'Model does not exist. Please check it carefully.', data: null },
      ['model_not_found', 'Model does not exist. Please check it carefully.'],
    ],
    ['its kin', { code: 50501, msg: '系统繁忙', data: null, success: false }, ['stream_error', '系统繁忙']],
    [
      'content rules',
      { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' },
      ['content_refused', 'Input data may contain inappropriate content.'],
    ],
    ['words instead', message('I cannot draw that.'), ['empty_answer', 'I cannot draw that.']],
    [
      'a blocked candidate',
      { candidates: [{ finishReason: 'IMAGE_SAFETY', finishMessage: 'Unable to show the image.' }] },
      ['content_refused', 'Unable to show the image.'],
    ],
    [
      'a blocked prompt',
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      ['content_refused', 'PROHIBITED_CONTENT'],
    ],
    [
      'a moderated task',
      { id: 't', status: 'Content Moderated', result: null },
      ['content_refused', 'Content Moderated'],
    ],
    ['a failed task', { id: 't', status: 'failed', message: 'no GPU' }, ['stream_error', 'no GPU']],
  ])('of a whole answer has its reason: %s', (_, body, expected) => {
    expect(refusalOf(body)).toEqual(expected)
  })
})

test('finds a Markdown picture once, even after another opening bracket', () => {
  expect(found(message(`${'!['.repeat(200)}a](${one}) and ![b](${two})`))).toEqual([one, two])
})

describe('a request that continues', () => {
  const task = (body: unknown) => readImages(JSON.stringify(body), [], 1).task
  test.each<[string, unknown, { link: string | null; id: string | null }]>([
    ['a word', { id: 't-1', status: 'queued' }, { link: null, id: 't-1' }],
    ['a word with an address', { id: 't', status: 'processing', urls: { get: one } }, { link: one, id: 't' }],
    ['an address', { id: 't', polling_url: '/v1/get_result?id=t' }, { link: '/v1/get_result?id=t', id: 't' }],
    ['a queue', { request_id: 'r', status: 'IN_QUEUE', status_url: one }, { link: one, id: null }],
    ['an id of a task alone', { task_id: 't' }, { link: null, id: 't' }],
    ['a list', { code: 200, data: [{ status: 'submitted', task_id: 't' }] }, { link: null, id: 't' }],
    ['output', { output: { task_status: 'PENDING', task_id: 't' }, request_id: 'r' }, { link: null, id: 't' }],
  ])('is identified by %s', (_, body, expected) => {
    expect(task(body)).toMatchObject(expected)
  })

  test('an answer with pictures needs no further request', () => {
    expect(task({ status: 'completed', data: [{ url: one }], urls: { get: two } })).toBeNull()
    expect(task({ id: 't', status: 'unheard_of', data: [{ url: one }], polling_url: two })).toBeNull()
  })

  test.each<[string, unknown, readonly string[]]>([
    ['pictures of a list', { status: 'processing', data: [{ url: one }], urls: { get: two } }, [one]],
    ['a picture of its progress', { id: 't', status: 'IN_PROGRESS', imageUrl: named, progress: '45%' }, [named]],
    ['no picture, but where to ask', { id: 't', status: 'queued', query_url: one }, []],
    ['no picture, but a page', { id: 't', status: 'queued', dashboard_url: one, url: two }, []],
    ['a word in a list', { id: 't', status: 'queued', results: ['task_0123'] }, []],
  ])('may come with %s', (_, body, expected) => {
    expect(task(body)).toMatchObject({ goesOn: true })
    expect(found(body)).toEqual(expected)
  })

  test.each([
    ...[
      '/workflows/outputs/0f8fad5b-d9cb-469f-a165-70867728950e',
      '/worker/images/0f8fad5b-d9cb-469f-a165-70867728950e',
    ],
    ...['/9kimages/outputs/0f8fad5b-d9cb-469f-a165-7086772895', '/Qk0/0f8fad5b-d9cb-469f-a165-70867728950e0000000'],
  ])('%s is read as a path, not as data', (path) => {
    expect(found({ data: [{ url: path }] })).toEqual([path])
    expect(found({ images: [path] })).toEqual([path])
  })

  test.each([
    ...['moderating', 'content_generation', 'safety_check', 'nsfw_checking', 'content_moderation_pending', 'filtering'],
  ])('the word %s is not a refusal', (status) => {
    expect(task({ id: 't', status, polling_url: one })).toMatchObject({ link: one })
  })

  test.each([
    ...['Request Moderated', 'content_filter', 'CONTENT_FILTERED', 'contentFiltered', 'IMAGE_SAFETY', 'nsfw_detected'],
    ...['content_policy_violation', 'blocked', 'prohibited_content', 'refused'],
  ])('the word %s is a refusal', (status) => {
    expect(refusalOf({ id: 't', status, polling_url: one })).toEqual(['content_refused', status])
  })
})
