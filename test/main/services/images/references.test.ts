import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImageDraft, ImageEdit } from '../../../../src/shared/image.ts'
import { pictureBytesPerEditMax } from '../../../../src/shared/image-kinds.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { imageRequest, png, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const prepare = async (bytes: Uint8Array, of = studio) =>
  await of.call('images.prepareSource', { from: { kind: 'file', token: of.file(bytes) } })
const plain = (shade: number) => png(24, 16, () => [shade, 40, 90, 255])
const three = async (of = studio) => [
  await prepare(await plain(10), of),
  await prepare(await plain(90), of),
  await prepare(await plain(200), of),
]

/** An edit of pictures, in order. */
function editOf([source, ...others]: readonly MediaItem[], changes: Partial<ImageEdit> = {}): ImageEdit {
  return {
    ...{ sourceId: source?.id ?? '', sourceImageId: null, maskId: null, keepOutside: false },
    references: others.map(({ id }) => ({ mediaId: id, imageId: null })),
    ...changes,
  }
}

const request = (pictures: readonly MediaItem[], faults = '') =>
  imageRequest({ edit: editOf(pictures), size: null }, faults)

/** Collects the names, in order, of the files in every form that a gateway receives; answers with `answer`. */
async function fileNamesServer(
  answer: (names: readonly string[]) => { readonly status: number; readonly body: unknown },
) {
  const forms: (readonly string[])[] = []
  const server = await loopbackServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const form = Buffer.concat(chunks).toString('latin1')
      const names = [...form.matchAll(/name="([^"]+)"; filename="([^"]+)"/g)].map(([, name, file]) => `${name} ${file}`)
      if (names.length > 0) forms.push(names)
      const { body, status } = answer(names)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  return { forms, server }
}

describe('an edit of several pictures', () => {
  test('all pictures are sent as image[], in order, and stay with the job', async () => {
    const pictures = await three()
    const job = await studio.run(request(pictures))
    expect(job.status).toBe('done')
    expect(job.request.edit?.pictureField).toBe('image[]')
    const [image] = await studio.imagesOf(job)
    expect(image?.references.map(({ media }) => media.id)).toEqual(pictures.slice(1).map(({ id }) => id))
    await studio.reopen()
    const again = await studio.call('images.get', { imageId: image?.summary.id ?? '' })
    expect(again.references).toEqual(image?.references)
  })

  test('the form holds the pictures in their order, under the chosen name', async () => {
    const done = Buffer.from(await plain(3)).toString('base64')
    const { forms, server } = await fileNamesServer(() => ({ status: 200, body: { data: [{ b64_json: done }] } }))
    const other = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
    try {
      const pictures = await three(other)
      await other.run(imageRequest({ edit: editOf(pictures), size: null }))
      await other.run(imageRequest({ edit: editOf(pictures, { pictureField: 'image' }), size: null }))
      const files = ['image.png', 'image-2.png', 'image-3.png']
      expect(forms).toEqual([files.map((file) => `image[] ${file}`), files.map((file) => `image ${file}`)])
      // the field that worked last is used from now on
      const job = await other.run(imageRequest({ edit: editOf(pictures), size: null }))
      expect(job.request.edit?.pictureField).toBe('image')
    } finally {
      await other.close()
      await server.close()
    }
  })

  test('an image made from a gallery image as a further picture is among its descendants', async () => {
    const [first] = await studio.imagesOf(await studio.run(imageRequest()))
    const { id, media } = first?.summary ?? { id: '', media: null }
    const [source] = await three()
    const references = [{ mediaId: media?.id ?? '', imageId: id }]
    const edit = editOf(source === undefined ? [] : [source], { references })
    const [made] = await studio.imagesOf(await studio.run(imageRequest({ edit, size: null })))
    expect(made?.references[0]?.image?.id).toBe(id)
    const { descendants } = await studio.call('images.get', { imageId: id })
    expect(descendants.map((one) => one.id)).toEqual([made?.summary.id])
  })

  test('pictures that are too large together are refused before a job exists', async () => {
    const random = randomFrom(5)
    const byte = () => Math.floor(random() * 256)
    const large = await prepare(await png(1_500, 1_300, () => [byte(), byte(), byte(), 255]))
    const pictures = Array.from({ length: 16 }, () => large)
    expect(pictures.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(pictureBytesPerEditMax)
    const input = { jobId: randomUUID(), request: request(pictures) }
    expect(await studio.refusal('images.submit', input)).toBe('sources_too_large')
    expect(studio.sent).toBe(0)
  })

  test('a picture that vanished from the disk fails the job before anything is sent', async () => {
    const pictures = await three()
    rmSync(studio.app.findMedia(pictures[2]?.id ?? '')?.path ?? '')
    const job = await studio.run(request(pictures))
    expect([job.status, job.attempts, job.sentAt]).toEqual(['failed', 0, null])
    expect(studio.sent).toBe(0)
    const unknown = { ...request(pictures.slice(0, 1)), edit: editOf(pictures.slice(0, 1)) }
    const references = [{ mediaId: '0'.repeat(64), imageId: null }]
    const input = { jobId: randomUUID(), request: { ...unknown, edit: { ...unknown.edit, references } } }
    expect(await studio.refusal('images.submit', input)).toBe('not_found')
  })

  test('an answer with fewer pictures keeps those that came', async () => {
    const job = await studio.run({ ...request(await three(), 'fewer'), n: 3 })
    expect([job.status, job.error?.code, job.outcomes.length]).toEqual(['done', 'fewer_results', 2])
  })

  test('the same picture twice is sent twice, and stored once', async () => {
    const [one] = await three()
    const job = await studio.run(request(one === undefined ? [] : [one, one]))
    expect(job.status).toBe('done')
  })
})

describe('a model that refuses several pictures', () => {
  test('the refusal is reported and remembered, and its request is not repeated', async () => {
    const pictures = await three()
    const job = await studio.run(request(pictures, 'one-picture'))
    expect([job.status, job.error?.code, job.attempts]).toEqual(['failed', 'several_refused', 1])
    expect(studio.sent).toBe(1)
    const target = { connectionId: job.request.connectionId, model: job.request.model }
    await studio.reopen()
    expect(await studio.call('images.modelNotes', target)).toMatchObject({ refusedSeveral: true })
    expect(studio.sent).toBe(1)
    expect(await studio.call('images.modelNotes', { ...target, model: 'another' })).toMatchObject({
      refusedSeveral: false,
    })
  })

  test('the first picture alone is sent once, after the user agrees', async () => {
    const pictures = await three()
    const { id } = await studio.run(request(pictures, 'one-picture'))
    const retry = { jobId: id, newJobId: randomUUID(), change: 'firstPicture' } as const
    await studio.call('images.retry', retry)
    await studio.call('images.retry', retry)
    const job = await studio.ended(retry.newJobId)
    expect([job.status, job.request.edit?.references, job.request.edit?.sourceId]).toEqual([
      'done',
      undefined,
      pictures[0]?.id,
    ])
    expect(studio.sent).toBe(2)
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).total).toBe(0)
  })

  test('all are sent in the other field after the user agrees, and later ones use it too', async () => {
    const pictures = await three()
    const refused = await studio.run(request(pictures, 'repeated-image'))
    expect(refused.error?.code).toBe('several_refused')
    const newJobId = randomUUID()
    await studio.call('images.retry', { jobId: refused.id, newJobId, change: 'otherField' })
    const job = await studio.ended(newJobId)
    expect([job.status, job.request.edit?.pictureField, job.request.edit?.references?.length]).toEqual([
      'done',
      'image',
      2,
    ])
    const { model, connectionId } = job.request
    expect(await studio.call('images.modelNotes', { connectionId, model })).toMatchObject({ refusedSeveral: false })
    const next = await studio.run(request(pictures, 'repeated-image'))
    expect([next.status, next.attempts]).toEqual(['done', 1])
  })

  test.each([
    ["Invalid type for 'image': expected a file, but got an array instead.", 'several_refused'],
    ["Unknown parameter: 'image[]'.", 'several_refused'],
    ['Only one image is supported by this model', 'several_refused'],
    ['当前模型仅支持单张图片', 'several_refused'],
    ['size must be 1024x1024', 'bad_request'],
    ['Invalid image file or mode for image 2', 'bad_request'],
  ])('“%s” is %s', async (message, code) => {
    const { server } = await fileNamesServer(() => ({ status: 400, body: { error: { message } } }))
    const other = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
    try {
      const job = await other.run(imageRequest({ edit: editOf(await three(other)), size: null }))
      expect(job.error?.code).toBe(code)
    } finally {
      await other.close()
      await server.close()
    }
  })
})

test('the draft keeps all pictures with their roles, and leaves out lost ones', async () => {
  const [source, second, third] = await three()
  if (source === undefined || second === undefined || third === undefined) throw new Error('no pictures')
  const draft: ImageDraft = {
    ...{ prompt: '', connectionId: null, model: '', n: 1, size: '', quality: null, keepOutside: true },
    source: { media: source, sourceImageId: null, mask: null, role: 'the man' },
    references: [
      { media: second, imageId: null, role: 'the jacket' },
      { media: third, imageId: 'an image' },
    ],
  }
  await studio.call('images.saveDraft', { draft })
  await studio.reopen()
  expect(await studio.call('images.draft', {})).toEqual(draft)
  const gone = { ...source, id: '0'.repeat(64) }
  await studio.call('images.saveDraft', {
    draft: { ...draft, source: { media: gone, sourceImageId: null, mask: null } },
  })
  expect(await studio.call('images.draft', {})).toEqual({
    ...draft,
    source: { media: second, sourceImageId: null, mask: null, role: 'the jacket' },
    references: [{ media: third, imageId: 'an image' }],
  })
})
