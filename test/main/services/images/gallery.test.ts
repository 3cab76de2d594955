import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binMs } from '../../../../src/main/jobs/bin.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { ImageDetail } from '../../../../src/shared/image.ts'
import { imageRequest, noFilter, png, StudioUnderTest } from '../../../fakes/studio.ts'

const dayMs = 24 * 60 * 60_000

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const fileOf = (mediaId: string): string => join(studio.platform.paths.data, 'media', mediaId.slice(0, 2), mediaId)

async function made(...of: Parameters<typeof imageRequest>): Promise<ImageDetail> {
  const [image] = await studio.imagesOf(await studio.run(imageRequest(...of)))
  if (!image) throw new Error('there is no image')
  return image
}

async function editOf(image: ImageDetail, prompt: string): Promise<ImageDetail> {
  const sourceImageId = image.summary.id
  return await made({
    prompt,
    edit: { sourceId: image.summary.media.id, sourceImageId, maskId: null, keepOutside: false },
  })
}

const get = (imageId: string) => studio.call('images.get', { imageId })
const idsOf = (images: readonly { readonly id: string }[]) => images.map(({ id }) => id)

describe('the gallery', () => {
  test('the gallery is filtered by words, model, size, time, favourite and collection, with all options listed', async () => {
    const harbour = await made({ prompt: 'A quiet HARBOUR, 100% blue' })
    studio.clock.advance(1000)
    const later = studio.clock.now()
    const street = await made({
      prompt: 'a quiet_street ÉTÉ 港口',
      size: '32x32',
      model: 'demo-image-free+fewer(count=1)',
    })
    const all = [street.summary.id, harbour.summary.id]
    const found = async (filter: Partial<typeof noFilter>) => idsOf((await studio.gallery(filter)).images)
    expect(await found({})).toEqual(all)
    expect(await found({ query: '  QUIET  ' })).toEqual(all)
    expect(await found({ query: 'blue harbour' })).toEqual([harbour.summary.id])
    expect(await found({ query: 'blue street' })).toEqual([])
    expect(await found({ query: '%' })).toEqual([harbour.summary.id])
    expect(await found({ query: '_' })).toEqual([street.summary.id])
    expect(await found({ query: 'été 港' })).toEqual([street.summary.id])
    expect(await found({ models: ['demo-image-free'] })).toEqual([harbour.summary.id])
    expect(await found({ sizes: ['32x32', '1x1'] })).toEqual([street.summary.id])
    expect(await found({ sizes: ['nonsense'] })).toEqual([])
    expect(await found({ from: later })).toEqual([street.summary.id])
    expect(await found({ to: later })).toEqual([harbour.summary.id])
    await studio.call('images.setFavourite', { imageIds: [harbour.summary.id], favourite: true })
    expect(await found({ favourite: true })).toEqual([harbour.summary.id])
    expect(await studio.call('images.facets', {})).toEqual({
      models: [
        { value: 'demo-image-free', count: 1 },
        { value: 'demo-image-free+fewer(count=1)', count: 1 },
      ],
      sizes: [
        { value: '32x32', count: 1 },
        { value: '48x32', count: 1 },
      ],
      favourites: 1,
    })
    expect(await studio.call('images.ids', { filter: noFilter })).toEqual(all)
    const page = await studio.call('images.list', { filter: noFilter, offset: 1, limit: 1 })
    expect([idsOf(page.images), page.total]).toEqual([[harbour.summary.id], 2])
  })

  test('the gallery lists the shapes of all pictures in order, for its layout', async () => {
    await made({ size: '48x32' })
    studio.clock.advance(1000)
    await made({ size: '32x64' })
    const page = { offset: 1, limit: 1 }
    const shapes = async (filter: Partial<typeof noFilter> = {}) =>
      (await studio.call('images.list', { filter: { ...noFilter, ...filter }, ...page, shapes: true })).ratios
    expect(await shapes()).toEqual([0.5, 1.5])
    expect(await shapes({ sizes: ['48x32'] })).toEqual([1.5])
    expect(await studio.call('images.list', { filter: noFilter, ...page })).not.toHaveProperty('ratios')
  })

  test('the gallery counts a picture among the remaining ones of its batch', async () => {
    const batch = await studio.imagesOf(await studio.run(imageRequest({ n: 4 })))
    const [first, second, third, fourth] = batch.map(({ summary }) => summary.id)
    if (!first || !second || !third || !fourth) throw new Error('there are not four images')
    await studio.call('images.delete', { imageIds: [first] })
    const { index, count, siblings } = await get(third)
    expect({ index, count, siblings: idsOf(siblings) }).toEqual({ index: 1, count: 3, siblings: [second, fourth] })
    await studio.call('images.restore', { imageIds: [first] })
    expect(await get(third)).toMatchObject({ index: 2, count: 4 })
  })

  test('a removed collection keeps its images', async () => {
    const image = await made()
    const imageIds = [image.summary.id]
    const [id, other] = [randomUUID(), randomUUID()]
    await studio.call('images.saveCollection', { id, name: 'First' })
    await studio.call('images.saveCollection', { id: other, name: 'Second' })
    expect(await studio.refusal('images.setInCollection', { imageIds, collectionId: 'none', inside: true })).toBe(
      'not_found',
    )
    await studio.call('images.setInCollection', { imageIds: [...imageIds, 'gone'], collectionId: id, inside: true })
    await studio.call('images.setInCollection', { imageIds, collectionId: id, inside: true })
    expect(await studio.call('images.saveCollection', { id, name: 'Renamed' })).toEqual({
      id,
      name: 'Renamed',
      count: 1,
    })
    expect((await get(image.summary.id)).collectionIds).toEqual([id])
    expect(idsOf((await studio.gallery({ collectionId: id })).images)).toEqual(imageIds)
    expect((await studio.gallery({ collectionId: other })).total).toBe(0)
    await studio.call('images.delete', { imageIds })
    expect((await studio.call('images.collections', {})).map(({ count }) => count)).toEqual([0, 0])
    await studio.call('images.restore', { imageIds })
    expect((await studio.call('images.collections', {})).map(({ name, count }) => [name, count])).toEqual([
      ['Renamed', 1],
      ['Second', 0],
    ])
    await studio.call('images.removeCollection', { id })
    expect([(await studio.gallery()).total, (await get(image.summary.id)).collectionIds]).toEqual([1, []])
  })

  test('files are named by the first words of the prompt', async () => {
    const job = await studio.run(imageRequest({ n: 2, prompt: 'A cat: <two> ears / one tail' }))
    const other = await made({ prompt: 'con' })
    const [one = '', two = ''] = job.outcomes.flatMap(({ imageId }) => imageId ?? [])
    const named = await studio.call('images.names', { imageIds: [two, other.summary.id, one] })
    expect(named.map(({ name }) => name)).toEqual([
      'A cat two ears one tail.png',
      '_con.png',
      'A cat two ears one tail (2).png',
    ])
    expect(named[0]?.mediaId).toBe((await get(two)).summary.media.id)
    expect(await studio.refusal('images.names', { imageIds: ['none'] })).toBe('not_found')
  })
})

describe('the lineage of an image', () => {
  test('lineage leads from an image to its sources and its results', async () => {
    const first = await made({ prompt: 'one' })
    const second = await editOf(first, 'two')
    const third = await editOf(second, 'three')
    const side = await editOf(first, 'side')
    expect([first.summary.edited, third.summary.edited, third.source?.id]).toEqual([
      false,
      true,
      second.summary.media.id,
    ])
    const seen = async ({ summary }: ImageDetail) => {
      const { ancestors, descendants } = await get(summary.id)
      return [idsOf(ancestors), idsOf(descendants).toSorted()]
    }
    const [a, b, c, d] = idsOf([first, second, third, side].map(({ summary }) => summary))
    expect(await seen(first)).toEqual([[], [b, c, d].toSorted()])
    expect(await seen(second)).toEqual([[a], [c]])
    expect(await seen(third)).toEqual([[b, a], []])
    // an image in the middle is removed: the lineage remains, first with it hidden, then deleted
    await studio.call('images.delete', { imageIds: [second.summary.id] })
    expect(await seen(third)).toEqual([[a], []])
    studio.clock.advance(binMs)
    expect(await seen(third)).toEqual([[a], []])
    expect(await seen(first)).toEqual([[], [c, d].toSorted()])
    // the source picture is still visible
    expect((await get(third.summary.id)).source?.id).toBe(second.summary.media.id)
  })
})

describe('a deleted image', () => {
  test('a deleted image is hidden, can be restored, and is removed with its files after thirty days', async () => {
    const { summary } = await made()
    const imageIds = [summary.id]
    const files = [summary.media.id, summary.thumbnailId ?? ''].map(fileOf)
    await studio.call('images.delete', { imageIds })
    expect([(await studio.gallery()).total, await studio.refusal('images.get', { imageId: summary.id })]).toEqual([
      0,
      'not_found',
    ])
    studio.clock.advance(binMs - 1)
    await studio.call('images.restore', { imageIds })
    studio.clock.advance(binMs)
    expect((await get(summary.id)).summary).toEqual(summary)
    await studio.call('images.delete', { imageIds })
    studio.clock.advance(binMs)
    expect(await studio.refusal('images.restore', { imageIds })).toBe('not_found')
    await studio.app.close()
    expect(files.map((path) => existsSync(path))).toEqual([false, false])
    await studio.reopen()
    expect(studio.app.findMedia(summary.media.id)).toBeNull()
  })

  test('a deleted image whose thirty days end while the app is closed is removed a day after the next start', async () => {
    const { summary } = await made()
    await studio.call('images.delete', { imageIds: [summary.id] })
    await studio.app.close()
    studio.clock.advance(binMs)
    await studio.reopen()
    // the clock is believed after a day of running
    expect(studio.app.findMedia(summary.media.id)).not.toBeNull()
    studio.clock.advance(2 * dayMs)
    // closing waits for the removal
    await studio.reopen()
    expect([studio.app.findMedia(summary.media.id), existsSync(fileOf(summary.media.id))]).toEqual([null, false])
  })

  test('a deleted image leaves a file that a message, another image or an edit uses', async () => {
    const inChat = await made({ prompt: 'in a chat' })
    const twin = await made({ prompt: 'twin' })
    const sameFile = await made({ prompt: 'twin' })
    const source = await made({ prompt: 'source' })
    const edited = await editOf(source, 'edited')
    expect(sameFile.summary.media.id).toBe(twin.summary.media.id)
    const conversationId = randomUUID()
    await studio.call('chat.send', {
      conversationId,
      messageId: randomUUID(),
      connectionId: 'environment',
      model: 'demo-chat-vision',
      parameters: defaultParameters,
      text: 'What is this?',
      attachments: [inChat.summary.media.id],
    })
    const kept = [inChat, twin, source].map(({ summary }) => summary.media.id)
    await studio.call('images.delete', { imageIds: [inChat, twin, source].map(({ summary }) => summary.id) })
    studio.clock.advance(binMs)
    await studio.reopen()
    expect(kept.map((id) => [studio.app.findMedia(id) !== null, existsSync(fileOf(id))])).toEqual(
      Array(3).fill([true, true]),
    )
    expect((await studio.gallery()).total).toBe(2)
    // the last images referring to the files are removed
    await studio.call('images.delete', { imageIds: [sameFile.summary.id, edited.summary.id] })
    studio.clock.advance(binMs)
    await studio.reopen()
    expect(kept.map((id) => existsSync(fileOf(id)))).toEqual([true, false, false])
  })

  test('a deleted image removes a mask that was drawn on it and is not used elsewhere', async () => {
    const { summary } = await made()
    const mask = await studio.call('images.saveMask', {
      sourceId: summary.media.id,
      token: studio.file(await png(48, 32, () => [0, 0, 0, 0])),
    })
    await studio.call('images.delete', { imageIds: [summary.id] })
    studio.clock.advance(binMs)
    await studio.reopen()
    expect([summary.media.id, mask?.id ?? ''].map((id) => existsSync(fileOf(id)))).toEqual([false, false])
  })
})
