import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodePng } from '../../../../src/demo-gateway/images/png.ts'
import { readPicture } from '../../../../src/main/media/picture.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const notes = (model: string) => studio.call('images.modelNotes', { connectionId: 'environment', model })
const transparent = { background: 'transparent', format: 'png' } as const

describe('a transparent background and a file format', () => {
  test('are sent only if chosen', async () => {
    await studio.run(imageRequest())
    await studio.run(imageRequest(transparent))
    const bodies = studio.gateway
      .requests()
      .flatMap(({ body, path }) => (path === '/v1/images/generations' ? [body] : []))
    expect(bodies[0]).not.toHaveProperty('background')
    expect(bodies[0]).not.toHaveProperty('output_format')
    expect(bodies[1]).toMatchObject({ background: 'transparent', output_format: 'png' })
  })

  test('the picture is stored with its transparency', async () => {
    const [image] = await studio.imagesOf(await studio.run(imageRequest(transparent)))
    const path = studio.app.findMedia(image?.summary.media.id ?? '')?.path ?? ''
    const { channels, pixels } = await decodePng(readFileSync(path))
    expect([channels, pixels[3]]).toEqual([4, 0])
  })

  test('a refusal is reported and remembered, and only consent sends the request without them', async () => {
    const refused = await studio.run(imageRequest({ ...transparent, model: 'demo-image-classic', size: '256x256' }))
    expect([refused.status, refused.error?.code, studio.sent]).toEqual(['failed', 'parameter_refused', 1])
    await studio.reopen()
    expect(await notes('demo-image-classic')).toEqual({ refusedSeveral: false, refusedParameters: ['background'] })
    expect(await notes('demo-image-free')).toEqual({ refusedSeveral: false, refusedParameters: [] })
    const newJobId = randomUUID()
    await studio.call('images.retry', { jobId: refused.id, newJobId, change: 'withoutSpecial' })
    const job = await studio.ended(newJobId)
    expect([job.status, job.request.background, job.request.format, studio.sent]).toEqual(['done', null, null, 2])
  })

  test('an accepted request clears what was refused before', async () => {
    const jpeg = await studio.run(imageRequest({ format: 'jpeg' }))
    expect(jpeg.error?.code).toBe('parameter_refused')
    expect(await notes('demo-image-free')).toMatchObject({ refusedParameters: ['output_format'] })
    await studio.run(imageRequest({ format: 'png' }))
    expect(await notes('demo-image-free')).toMatchObject({ refusedParameters: [] })
  })
})

describe('saving a picture as another type', () => {
  test.each([
    ['jpeg', 'image/jpeg', /\.jpg$/],
    ['webp', 'image/webp', /\.webp$/],
    ['png', 'image/png', /\.png$/],
  ] as const)('writes %s under its own suffix', async (type, mime, suffix) => {
    const [image] = await studio.imagesOf(await studio.run(imageRequest(transparent)))
    const named = { mediaId: image?.summary.media.id ?? '', name: 'harbour.png' }
    await studio.call('media.save', { ...named, type })
    const folder = join(studio.platform.paths.data, 'saved')
    const saved = readdirSync(folder).filter((name) => suffix.test(name))
    expect(saved).toHaveLength(1)
    const path = join(folder, saved[0] ?? '')
    expect(readPicture(readFileSync(path))).toMatchObject({ mime, width: 48, height: 32 })
  })
})
