import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queuedProgress } from '../../../src/main/services/images/image-job-machine.ts'
import { ImageJobs } from '../../../src/main/storage/image-jobs.ts'
import { Images } from '../../../src/main/storage/images.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import type { ImageOrder } from '../../../src/shared/image-orders.ts'
import { storedImage } from '../../fakes/images.ts'
import { queryPlans } from '../../fakes/query-plans.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'
import { imageRequest, noFilter } from '../../fakes/studio.ts'

const mediaId = 'a'.repeat(64)
let run: ReturnType<typeof temporaryDatabase>
let images: Images
beforeEach(() => {
  run = temporaryDatabase()
  images = new Images(run.database)
  new MediaItems(run.database).addMediaItem({ id: mediaId, mime: 'image/png', bytes: 1, width: 1, height: 1 }, 1)
  new ImageJobs(run.database).insertJob({ ...queuedProgress, id: 'j', request: imageRequest(), createdAt: 1 })
})
afterEach(() => run.dispose())

const insert = (id: string, changes: Parameters<typeof storedImage>[1] = {}) =>
  images.insertImage(storedImage(id, { mediaId, ...changes }))

describe('the gallery images', () => {
  test('images come newest first and batches in order, with the beginning of the prompt and no split character', () => {
    const prompt = `${'x'.repeat(199)}😀 and more`
    insert('a', { createdAt: 1, position: 0, prompt })
    insert('b', { createdAt: 2, position: 1 })
    insert('c', { createdAt: 2, position: 0 })
    const { images: page, total } = images.imagePage(noFilter, 0, 10)
    expect([page.map(({ id }) => id), total]).toEqual([['c', 'b', 'a'], 3])
    expect(page[2]?.promptStart).toBe('x'.repeat(199))
    expect(images.summaries(['a', 'gone', 'b']).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('images come in the order of the filter', () => {
    insert('old and small', { createdAt: 1, width: 10, height: 10 })
    insert('large', { createdAt: 2, width: 30, height: 30 })
    insert('new', { createdAt: 3, width: 20, height: 20 })
    const inOrder = (order: ImageOrder) => images.imagePage({ ...noFilter, order }, 0, 10).images.map(({ id }) => id)
    expect(inOrder('oldest')).toEqual(['old and small', 'large', 'new'])
    expect(inOrder('largest')).toEqual(['large', 'new', 'old and small'])
    expect(images.ids({ ...noFilter, order: 'oldest' })).toEqual(inOrder('oldest'))
    expect(inOrder('newest')).toEqual(images.ids(noFilter))
  })

  test('images in a circle of sources still have ends', () => {
    insert('a', { sourceImageId: 'b' })
    insert('b', { sourceImageId: 'a' })
    insert('self', { sourceImageId: 'self' })
    expect([images.descendants('a', 10), images.descendants('self', 10)]).toEqual([['b'], []])
  })

  test('purged images pass their sources on, even if several in a line are purged at once', () => {
    insert('a')
    insert('b', { sourceImageId: 'a', createdAt: 2 })
    insert('c', { sourceImageId: 'b', createdAt: 3 })
    insert('d', { sourceImageId: 'c', createdAt: 4 })
    images.delete(['b', 'c'], 5)
    expect([images.purgeImages(4), images.oldestDeletion()]).toEqual([[], 5])
    expect(images.purgeImages(5)).toEqual([mediaId, mediaId])
    expect([images.findImage('d')?.sourceImageId, images.oldestDeletion()]).toEqual(['a', null])
  })

  test('fifty thousand images are paged from the index', () => {
    run.database.transaction(() => {
      for (let i = 0; i < 50_000; i += 1)
        insert(`i${i}`, { createdAt: i, model: `m${i % 5}`, favourite: i % 100 === 0 })
    })
    const plans = queryPlans(run.database, () => {
      expect(images.imagePage(noFilter, 49_900, 100).images.length).toBe(100)
      expect(images.imagePage(noFilter, 0, 100).total).toBe(50_000)
      expect(images.facets().favourites).toBe(500)
    })
    const steps = plans.flatMap((plan) => plan.split('\n'))
    const page = 'SCAN images USING COVERING INDEX images_newest'
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([
      ...[page, page, page, page],
      'SCAN images USING COVERING INDEX images_facets',
    ])
    // only the rows of the page itself are sorted, once for each page
    expect(steps.filter((step) => step.includes('TEMP B-TREE')).length).toBe(2)
  })
})
