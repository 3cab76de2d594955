import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import type { ImageJob } from '../../../../src/shared/image.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
})

const full = () => new AppFailure(appError('storage_full', 'ENOSPC'))

/** Makes the library refuse files from its `from`-th on. */
function fillLibrary(from: number): void {
  const add = MediaLibrary.prototype.addMedia
  let files = 0
  vi.spyOn(MediaLibrary.prototype, 'addMedia').mockImplementation(function (this: MediaLibrary, ...given) {
    files += 1
    return files < from ? add.apply(this, given) : Promise.reject(full())
  })
}

/** Makes the database refuse durable writes from the `from`-th on. */
function fillDatabase(from = 1): void {
  const durably = Database.prototype.durably
  let writes = 0
  vi.spyOn(Database.prototype, 'durably').mockImplementation(function <T>(this: Database, run: () => T): T {
    writes += 1
    if (writes >= from) throw full()
    return durably.apply<Database, [() => T], T>(this, [run])
  })
}

function files(): readonly string[] {
  return readdirSync(join(studio.platform.paths.data, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

async function fetchedAgain(job: ImageJob): Promise<ImageJob> {
  const since = studio.platform.events.seen.length
  await studio.call('images.refetch', { jobId: job.id })
  return await studio.ended(job.id, since)
}

describe('a disk that becomes full', () => {
  test.each([1, 2])(
    'a disk that becomes full at file %i of a linked picture leaves the link, and no half file',
    async (from) => {
      fillLibrary(from)
      const job = await studio.run(imageRequest())
      expect(job).toMatchObject({ status: 'failed', error: { code: 'storage_full' } })
      expect(job.outcomes).toMatchObject([{ state: 'failed', error: { code: 'storage_full' }, canRefetch: true }])
      expect([from === 1 ? [] : files(), (await studio.gallery()).total]).toEqual([[], 0])
      vi.restoreAllMocks()
      await studio.reopen()
      expect([(await fetchedAgain(job)).status, studio.sent, (await studio.gallery()).total]).toEqual(['done', 1, 1])
    },
  )

  test('bytes in the answer are kept as long as the app runs if the disk is full', async () => {
    fillLibrary(2)
    const job = await studio.run(imageRequest({ n: 2, responseFormat: 'b64_json' }))
    expect(job.outcomes.map(({ error, canRefetch }) => [error?.code, canRefetch])).toEqual([
      ['storage_full', true],
      ['storage_full', true],
    ])
    vi.restoreAllMocks()
    expect([(await fetchedAgain(job)).status, studio.sent, (await studio.gallery()).total]).toEqual(['done', 1, 2])
  })

  test('a disk that is full before the request accepts no job, and sends nothing', async () => {
    fillDatabase()
    const input = { jobId: '9c5b94b1-35ad-49bb-b118-8e8fc24abf80', request: imageRequest() }
    expect(await studio.refusal('images.submit', input)).toBe('storage_full')
    vi.restoreAllMocks()
    expect([(await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs, studio.begun]).toEqual([[], []])
  })

  test('a disk that is full before an attempt fails the job, which is not sent', async () => {
    fillDatabase(2)
    const job = await studio.submit(imageRequest())
    const failed = await studio.ended(job.id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'storage_full' }, attempts: 0 })
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([failed])
    vi.restoreAllMocks()
    await studio.reopen()
    expect([(await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs, studio.begun]).toEqual([[failed], []])
  })

  test('a disk that is full during a request keeps the links, and downloads once there is space', async () => {
    const release = studio.hold('/v1/images/')
    const { id } = await studio.submit(imageRequest({ n: 2 }))
    await studio.until(id, ({ status }) => status === 'sending')
    fillDatabase()
    release()
    const failed = await studio.ended(id)
    expect([failed.error?.code, failed.outcomes.map(({ canRefetch }) => canRefetch)]).toEqual([
      'storage_full',
      [true, true],
    ])
    expect([(await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs, files()]).toEqual([[failed], []])
    vi.restoreAllMocks()
    expect([(await fetchedAgain(failed)).status, studio.sent, (await studio.gallery()).total]).toEqual(['done', 1, 2])
    await studio.reopen()
    expect([(await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs, (await studio.gallery()).total]).toEqual(
      [[], 2],
    )
  })
})
