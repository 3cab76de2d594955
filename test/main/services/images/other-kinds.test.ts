import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { damagedIn, kindIn } from '../../../../src/shared/picture-kinds.ts'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { otherPictures } from '../../../fakes/other-pictures.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'
import { withHeadFirst } from '../../../fakes/tiff-head.ts'

let server: LoopbackServer
let studio: StudioUnderTest
let result: Uint8Array
/** Earlier answers of the link. */
let next: Uint8Array[]
let status: number
beforeEach(async () => {
  next = []
  status = 200
  server = await loopbackServer((request, response) => {
    request.resume()
    if (request.url?.endsWith('/result')) response.writeHead(status).end(next.shift() ?? result)
    else response.end(JSON.stringify({ data: [{ url: `${server.origin}/result` }] }))
  })
  studio = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
})
afterEach(async () => {
  await studio.close()
  await server.close()
})

const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251))
const photo = () => sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
const bytesOf = (mediaId: string) => readFileSync(studio.app.findMedia(mediaId)?.path ?? '')

describe('a result of an unusual kind', () => {
  test('an AVIF result is stored unchanged, with a thumbnail', async () => {
    result = otherPictures.avif
    const job = await studio.run(imageRequest())
    const [image] = await studio.imagesOf(job)
    expect(job.status).toBe('done')
    expect(image?.summary.media).toMatchObject({ mime: 'image/avif', width: 36, height: 20 })
    expect(studio.app.findMedia(image?.summary.thumbnailId ?? '')?.mime).toBe('image/webp')
    expect(bytesOf(image?.summary.media.id ?? '').equals(otherPictures.avif)).toBe(true)
  })

  test.each([
    ['tiff', 'image/tiff'],
    ['bmp', 'image/bmp'],
  ] as const)('a result as %s is shown as PNG, and its own file is kept', async (kind, mime) => {
    result = otherPictures[kind]
    const job = await studio.run(imageRequest())
    const [image] = await studio.imagesOf(job)
    expect(image?.summary.media).toMatchObject({ mime: 'image/png', width: 36, height: 20 })
    expect(image?.raw?.mime).toBe(mime)
    expect(bytesOf(image?.raw?.id ?? '').equals(otherPictures[kind])).toBe(true)
  })

  test('a result that cannot be opened is named, and its file can be saved', async () => {
    result = otherPictures.heic
    const job = await studio.run(imageRequest())
    const [outcome] = job.outcomes
    expect([job.status, outcome?.error && kindIn(outcome.error)]).toEqual(['failed', 'HEIC'])
    expect(studio.app.findMedia(outcome?.fileId ?? '')?.mime).toBe('image/heic')
    expect(bytesOf(outcome?.fileId ?? '').equals(otherPictures.heic)).toBe(true)
  })

  test.each([
    ['SVG', 'application/x-svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['ICO', 'image/x-icon', `\0\0\x01\0${'\0'.repeat(40)}`],
    ['PSD', 'image/vnd.adobe.photoshop', `8BPS${'\0'.repeat(40)}`],
    ['JPEG 2000', 'image/jp2', `\0\0\0\x0cjP  ${'\0'.repeat(40)}`],
    ['JPEG XL', 'image/jxl', `\xff\x0a${'\0'.repeat(40)}`],
  ])('that is %s is named, and its file is %s', async (name, mime, text) => {
    result = Buffer.from(text, 'latin1')
    const job = await studio.run(imageRequest())
    const [outcome] = job.outcomes
    expect([job.status, outcome?.error && kindIn(outcome.error)]).toEqual(['failed', name])
    const file = studio.app.findMedia(outcome?.fileId ?? '')
    expect([file?.mime, readFileSync(file?.path ?? '').equals(result)]).toEqual([mime, true])
  })

  test('a bitmap without its last rows is shown, and marked as incomplete', async () => {
    result = otherPictures.bmp.subarray(0, Math.floor(otherPictures.bmp.length * 0.6))
    const job = await studio.run(imageRequest())
    const [image] = await studio.imagesOf(job)
    expect(job).toMatchObject({ status: 'done', error: { code: 'picture_cut' } })
    expect(image?.summary.media).toMatchObject({ mime: 'image/png', width: 36, height: 20 })
    expect(bytesOf(image?.raw?.id ?? '').equals(result)).toBe(true)
  })

  test.each([false, true])('a TIFF that ends early is shown, and marked as truncated (tiles: %s)', async (tile) => {
    const whole = withHeadFirst(
      await photo().tiff({ compression: 'lzw', tile, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    )
    result = whole
    expect(await studio.run(imageRequest())).toMatchObject({ status: 'done', error: null })
    result = whole.subarray(0, Math.floor(whole.length * 0.6))
    const job = await studio.run(imageRequest())
    const [image] = await studio.imagesOf(job)
    expect(job).toMatchObject({ status: 'done', error: { code: 'picture_cut' } })
    expect(image?.summary.media).toMatchObject({ mime: 'image/png', width: 64, height: 64 })
    expect(bytesOf(image?.raw?.id ?? '').equals(result)).toBe(true)
  })

  test.each(['avif', 'tiff'] as const)(
    'a result that is %s without its head or end is kept, and marked as damaged',
    async (kind) => {
      const whole = await photo().toFormat(kind).toBuffer()
      result = whole.subarray(0, Math.floor(whole.length * 0.6))
      const job = await studio.run(imageRequest())
      const [outcome] = job.outcomes
      expect([job.status, outcome?.error && damagedIn(outcome.error)]).toEqual(['failed', kind.toUpperCase()])
      expect(bytesOf(outcome?.fileId ?? '').equals(result)).toBe(true)
    },
  )

  test.each(['jpeg', 'png'] as const)('a %s that ends early is shown, and marked as truncated', async (format) => {
    const whole = await photo().toFormat(format).toBuffer()
    result = whole.subarray(0, Math.floor(whole.length * 0.6))
    const job = await studio.run(imageRequest())
    const [image] = await studio.imagesOf(job)
    expect(job).toMatchObject({ status: 'done', error: { code: 'picture_cut' } })
    expect(bytesOf(image?.summary.media.id ?? '').equals(result)).toBe(true)
    expect(image?.summary.thumbnailId).not.toBeNull()
  })
})

describe('a link to an incomplete picture', () => {
  const asked = () => server.paths.filter((path) => path === '/result').length
  let whole: Buffer
  beforeEach(async () => {
    whole = await photo().jpeg().toBuffer()
    result = whole.subarray(0, Math.floor(whole.length * 0.3))
  })

  test('a link that gives part of a picture is requested again, and the whole picture is kept', async () => {
    next = [result, whole]
    const job = await studio.run(imageRequest())
    expect([job.status, job.error, asked()]).toEqual(['done', null, 2])
    const [image] = await studio.imagesOf(job)
    expect(bytesOf(image?.summary.media.id ?? '').equals(whole)).toBe(true)
  })

  test('a link that gives part of a picture is kept, so that the whole can be downloaded later', async () => {
    const job = await studio.run(imageRequest())
    expect([job.status, job.error?.code, job.outcomes[0]?.canRefetch, asked()]).toEqual([
      'done',
      'picture_cut',
      true,
      3,
    ])
    const again = async () => {
      const since = studio.platform.events.seen.length
      await studio.call('images.refetch', { jobId: job.id })
      return await studio.ended(job.id, since)
    }
    const cut = await again()
    expect([cut.status, cut.error?.code, cut.outcomes[0]?.imageId]).toEqual([
      'done',
      'picture_cut',
      job.outcomes[0]?.imageId,
    ])
    expect((await studio.gallery()).images).toHaveLength(1)
    result = whole
    const better = await again()
    expect([better.status, better.error, better.outcomes[0]?.canRefetch]).toEqual(['done', null, false])
    const [image] = await studio.imagesOf(better)
    expect(bytesOf(image?.summary.media.id ?? '').equals(whole)).toBe(true)
  })

  test('an expired link of a partial picture leaves the part that was received', async () => {
    const job = await studio.run(imageRequest())
    status = 404
    const since = studio.platform.events.seen.length
    await studio.call('images.refetch', { jobId: job.id })
    const after = await studio.ended(job.id, since)
    expect([after.status, after.error?.code, after.outcomes[0]?.imageId]).toEqual([
      'failed',
      'link_expired',
      job.outcomes[0]?.imageId,
    ])
    expect((await studio.gallery()).images).toHaveLength(1)
  })
})

describe('a chosen picture of an unusual kind', () => {
  test.each(['avif', 'tiff', 'bmp'] as const)(
    'a chosen picture that is %s becomes PNG, in the studio and in a chat',
    async (kind) => {
      const from = { kind: 'file', token: studio.file(otherPictures[kind], `a.${kind}`) } as const
      const png = { mime: 'image/png', width: 36, height: 20 }
      expect(await studio.call('images.prepareSource', { from })).toMatchObject(png)
      expect(await studio.call('media.addPicture', { token: studio.file(otherPictures[kind]) })).toMatchObject(png)
    },
  )

  test('a chosen HEIC picture is refused by its name', async () => {
    const token = (): string => studio.file(otherPictures.heic, 'IMG_1.HEIC')
    const answers = [
      await studio.app.call('images.prepareSource', { from: { kind: 'file', token: token() } }),
      await studio.app.call('media.addPicture', { token: token() }),
    ]
    for (const answer of answers) {
      if (answer.ok) throw new Error('taken')
      expect([answer.error.code, kindIn(answer.error)]).toEqual(['file_refused', 'HEIC'])
    }
  })
})
