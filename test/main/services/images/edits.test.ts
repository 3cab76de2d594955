import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodePng } from '../../../../src/demo-gateway/images/png.ts'
import type { ImageDraft } from '../../../../src/shared/image.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { imageRequest, png, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const source = () => png(48, 32, (x, y) => [x * 5, y * 7, 90, 255])
/** Marks the left half. */
const leftMask = (width = 48, height = 32) => png(width, height, (x) => [0, 0, 0, x < width / 2 ? 0 : 255])

const prepare = async (bytes: Uint8Array) =>
  await studio.call('images.prepareSource', { from: { kind: 'file', token: studio.file(bytes) } })
const saveMask = (sourceId: string, bytes: Uint8Array) =>
  studio.call('images.saveMask', { sourceId, token: studio.file(bytes) })
const bytesOf = (mediaId: string) => readFileSync(studio.app.findMedia(mediaId)?.path ?? '')

describe('a source of an edit', () => {
  test('a source keeps its bytes if it is a valid PNG, and becomes a PNG otherwise', async () => {
    const bytes = await source()
    const item = await prepare(bytes)
    expect([item.mime, item.width, item.height, bytesOf(item.id).equals(bytes)]).toEqual(['image/png', 48, 32, true])
    for (const picture of [pictures.jpeg, pictures.gif, pictures.webp])
      expect(await prepare(picture)).toMatchObject({ mime: 'image/png', width: 37, height: 21 })
    const again = await studio.call('images.prepareSource', { from: { kind: 'media', mediaId: item.id } })
    expect(again).toEqual(item)
  })

  test('a source that is not a picture, truncated or missing is refused', async () => {
    const refusal = (bytes: Uint8Array) =>
      studio.refusal('images.prepareSource', { from: { kind: 'file', token: studio.file(bytes) } })
    expect(await refusal(Buffer.from('words'))).toBe('file_refused')
    const noise = await png(48, 32, (x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256, 255])
    expect(await refusal(noise.subarray(0, noise.length / 2))).toBe('file_refused')
    expect(await studio.refusal('images.prepareSource', { from: { kind: 'file', token: 'none' } })).toBe('not_found')
    const from = { kind: 'media', mediaId: '0'.repeat(64) } as const
    expect(await studio.refusal('images.prepareSource', { from })).toBe('not_found')
  })

  test('a source above the user’s limit is refused, when chosen and when sent', async () => {
    const random = randomFrom(1)
    const byte = () => Math.floor(random() * 256)
    const large = await png(700, 600, () => [byte(), byte(), byte(), 255])
    expect(large.byteLength).toBeGreaterThan(1024 * 1024)
    const { id } = await prepare(large)
    await studio.call('settings.update', { imageSourceMegabytes: 1 })
    const from = { kind: 'file', token: studio.file(large) } as const
    expect(await studio.refusal('images.prepareSource', { from })).toBe('source_too_large')
    const request = imageRequest({ edit: { sourceId: id, sourceImageId: null, maskId: null, keepOutside: false } })
    expect(await studio.refusal('images.submit', { jobId: randomUUID(), request })).toBe('source_too_large')
    expect(studio.begun).toEqual([])
  })
})

describe('a source that is within the limit, but not as PNG', () => {
  const bound = 1024 * 1024
  const [width, height] = [900, 800]
  /** Noise that compresses well in formats with losses alone; the last channel is `alpha`. */
  const noisy = (alpha: (x: number) => number) => {
    const random = randomFrom(7)
    const pixels = Buffer.alloc(width * height * 4)
    for (let at = 0; at < pixels.length; at += 4) {
      const x = (at / 4) % width
      const grey = 60 + Math.floor((x * 120) / width + random() * 24)
      pixels.set([grey, grey + Math.floor(random() * 12), 200 - grey, alpha(x)], at)
    }
    return sharp(pixels, { raw: { width, height, channels: 4 } })
  }
  beforeEach(() => studio.call('settings.update', { imageSourceMegabytes: 1 }))

  test.each([
    [
      'AVIF',
      'image/jpeg',
      () =>
        noisy(() => 255)
          .removeAlpha()
          .avif({ quality: 75, effort: 0 }),
    ],
    [
      'TIFF that is transparent nowhere',
      'image/jpeg',
      () => noisy(() => 255).tiff({ compression: 'jpeg', quality: 60 }),
    ],
    [
      'AVIF that is transparent',
      'image/webp',
      () => noisy((x) => (x < 300 ? 0 : 255)).avif({ quality: 80, effort: 0 }),
    ],
  ] as const)('as %s becomes %s with all its pixels', async (_what, mime, picture) => {
    const bytes = await picture().toBuffer()
    expect(bytes.byteLength).toBeLessThan(bound)
    const item = await prepare(bytes)
    expect(item).toMatchObject({ mime, width, height })
    expect(item.bytes).toBeLessThanOrEqual(bound)
    // the same once more, so that putting a request back into the form changes nothing
    expect(await studio.call('images.prepareSource', { from: { kind: 'media', mediaId: item.id } })).toEqual(item)
  })

  test('a source that is too large only as PNG is sent in its type with a mask, and keeps its own pixels', async () => {
    const jpeg = await noisy(() => 255)
      .removeAlpha()
      .jpeg({ quality: 70 })
      .toBuffer()
    const item = await prepare(jpeg)
    expect(bytesOf(item.id).equals(jpeg)).toBe(true)
    const mask = await saveMask(item.id, await leftMask(width, height))
    const forms: string[] = []
    const result = await png(width, height, () => [1, 2, 3, 255])
    const server = await loopbackServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        forms.push(Buffer.concat(chunks).toString('latin1'))
        response.end(JSON.stringify({ data: [{ b64_json: result.toString('base64') }] }))
      })
    })
    const other = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
    try {
      await other.call('settings.update', { imageSourceMegabytes: 1 })
      const from = { kind: 'file', token: other.file(jpeg) } as const
      const source = await other.call('images.prepareSource', { from })
      const drawn = await other.call('images.saveMask', {
        sourceId: source.id,
        token: other.file(await leftMask(width, height)),
      })
      const edit = { sourceId: source.id, sourceImageId: null, maskId: drawn?.id ?? '', keepOutside: true }
      const job = await other.run(imageRequest({ edit, size: null }))
      expect(job.status).toBe('done')
      expect(forms[0]).toMatch(/name="image"; filename="image\.jpg"\r\nContent-Type: image\/jpeg/i)
      expect(forms[0]).toMatch(/name="mask"; filename="mask\.png"\r\nContent-Type: image\/png/i)
      const [image] = await other.imagesOf(job)
      expect(image?.summary.media).toMatchObject({ mime: 'image/png', width, height })
      expect(image?.raw?.mime).toBe('image/png')
    } finally {
      await other.close()
      await server.close()
    }
    expect(mask).not.toBeNull()
  })

  test('a source that is too large even in high quality is refused', async () => {
    const random = randomFrom(3)
    const pixels = Buffer.alloc(2000 * 1000 * 3)
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.floor(random() * 256)
    const tiff = await sharp(pixels, { raw: { width: 2000, height: 1000, channels: 3 } })
      .tiff({ compression: 'jpeg', quality: 50 })
      .toBuffer()
    expect(tiff.byteLength).toBeLessThan(bound)
    const from = { kind: 'file', token: studio.file(tiff) } as const
    expect(await studio.refusal('images.prepareSource', { from })).toBe('source_too_large')
  })
})

describe('a mask of an edit', () => {
  test('a mask is stored for its source, even after a restart, until it is redrawn or removed', async () => {
    const { id: sourceId } = await prepare(await source())
    expect(await studio.call('images.mask', { sourceId })).toBeNull()
    const first = await saveMask(sourceId, await leftMask())
    const second = await saveMask(sourceId, await png(48, 32, () => [0, 0, 0, 0]))
    expect(second?.id).not.toBe(first?.id)
    await studio.reopen()
    expect(await studio.call('images.mask', { sourceId })).toEqual(second)
    expect(await studio.call('images.saveMask', { sourceId, token: null })).toBeNull()
    expect(await studio.call('images.mask', { sourceId })).toBeNull()
  })

  test('a mask of another size, no PNG, or without a source is refused', async () => {
    const { id: sourceId } = await prepare(await source())
    const refusal = (bytes: Uint8Array, of = sourceId) =>
      studio.refusal('images.saveMask', { sourceId: of, token: studio.file(bytes) })
    expect(await refusal(await leftMask(47, 32))).toBe('mask_mismatch')
    expect(await refusal(pictures.jpeg)).toBe('file_refused')
    expect(await refusal(Buffer.from('words'))).toBe('file_refused')
    expect(await refusal(await leftMask(), '0'.repeat(64))).toBe('not_found')
    expect(await studio.call('images.mask', { sourceId })).toBeNull()
  })
})

describe('an edit of an image', () => {
  test('an edit sends the exact bytes of source and mask, and restores what is outside, byte for byte', async () => {
    const item = await prepare(await source())
    const mask = await saveMask(item.id, await leftMask())
    const edit = { sourceId: item.id, sourceImageId: null, maskId: mask?.id ?? '', keepOutside: true }
    const job = await studio.run(imageRequest({ edit, size: null, n: 2 }))
    expect(job.status).toBe('done')
    const [sent] = studio.gateway.requests().filter(({ path }) => path === '/v1/images/edits')
    expect(sent?.form).toMatchObject({ image: { sha256: item.id }, mask: { sha256: mask?.id } })
    const [image] = await studio.imagesOf(job)
    expect([image?.source?.id, image?.mask?.id, image?.raw?.mime, image?.summary.edited]).toEqual([
      item.id,
      mask?.id,
      'image/png',
      true,
    ])
    expect(studio.app.findMedia(image?.raw?.id ?? '')).not.toBeNull()
    const shown = await decodePng(bytesOf(image?.summary.media.id ?? ''))
    const before = await decodePng(bytesOf(item.id))
    const pixel = (raster: typeof shown, x: number, y: number) =>
      [...raster.pixels.slice((y * raster.width + x) * raster.channels)].slice(0, 3)
    for (let y = 0; y < 32; y += 1) {
      expect(pixel(shown, 40, y)).toEqual(pixel(before, 40, y))
      expect(pixel(shown, 3, y)).not.toEqual(pixel(before, 3, y))
    }
  })

  test('an edit whose result has other proportions is stored unchanged', async () => {
    const item = await prepare(await source())
    const mask = await saveMask(item.id, await leftMask())
    const edit = { sourceId: item.id, sourceImageId: null, maskId: mask?.id ?? '', keepOutside: true }
    const job = await studio.run(imageRequest({ edit, size: '64x64' }))
    const [image] = await studio.imagesOf(job)
    expect([job.status, image?.raw, image?.summary.media.width]).toEqual(['done', null, 64])
  })

  test('an edit with a mask of another size than its source fails before it is sent', async () => {
    const item = await prepare(await source())
    const other = await prepare(await leftMask(64, 64))
    const edit = { sourceId: item.id, sourceImageId: null, maskId: other.id, keepOutside: false }
    const job = await studio.run(imageRequest({ edit }))
    expect(job).toMatchObject({ status: 'failed', error: { code: 'mask_mismatch' }, attempts: 0, sentAt: null })
    expect(studio.begun).toEqual([])
  })

  test('an edit of a missing source is refused', async () => {
    const edit = { sourceId: '0'.repeat(64), sourceImageId: null, maskId: null, keepOutside: false }
    expect(await studio.refusal('images.submit', { jobId: randomUUID(), request: imageRequest({ edit }) })).toBe(
      'not_found',
    )
  })
})

describe('the draft of the studio', () => {
  test('the draft survives a restart, with its source and mask', async () => {
    const media = await prepare(await source())
    const mask = await saveMask(media.id, await leftMask())
    const draft: ImageDraft = {
      prompt: 'half a thought',
      connectionId: 'environment',
      model: 'demo-image-2',
      n: 3,
      size: '1024x1024',
      quality: 'hd',
      source: { media, sourceImageId: 'an image', mask },
      keepOutside: true,
    }
    expect(await studio.call('images.draft', {})).toBeNull()
    await studio.call('images.saveDraft', { draft })
    await studio.reopen()
    expect(await studio.call('images.draft', {})).toEqual(draft)
    // a source missing in the library is left out instead of shown broken
    const gone = { ...media, id: '0'.repeat(64) }
    await studio.call('images.saveDraft', { draft: { ...draft, source: { media: gone, sourceImageId: null, mask } } })
    expect(await studio.call('images.draft', {})).toEqual({ ...draft, source: null })
  })
})
