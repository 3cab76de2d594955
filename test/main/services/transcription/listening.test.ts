import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasReadableIndex } from '../../../../src/main/media/video-structure.ts'
import { Recorder, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures')
let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  recorder = new Recorder(studio)
})
afterEach(async () => await studio.close())

const markOf = (jobId: string): string =>
  join(studio.platform.paths.data, 'media', 'incoming', `listening-${jobId}.json`)

/** Kills the app during an analysis, and restarts it. */
async function crash(jobId: string): Promise<void> {
  const mark = readFileSync(markOf(jobId))
  await studio.reopen()
  writeFileSync(markOf(jobId), mark)
}

async function added(bytes: Uint8Array = wav(3)): Promise<string> {
  const { id } = await recorder.add(bytes)
  await recorder.until(id, ({ status }) => status === 'preparing')
  return id
}

const claim = async () => await studio.call('transcription.claim', { pageId: recorder.pageId })

describe('a recording that crashes its readers', () => {
  test('a recording whose reader crashed twice at the same place is set aside, kept, and read again on request', async () => {
    const id = await added()
    for (let round = 0; round < 2; round += 1) {
      expect((await claim())?.jobId).toBe(id)
      await studio.call('transcription.heard', { jobId: id, pageId: recorder.pageId, progress: 0.004 })
      await crash(id)
    }
    expect(await claim()).toBeNull()
    const [job] = (await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs
    expect(job).toMatchObject({ id, status: 'failed', error: { code: 'sound_not_read' } })
    expect(existsSync(markOf(id))).toBe(false)
    // it is not retried automatically
    await studio.reopen()
    expect(await claim()).toBeNull()
    await studio.call('transcription.retry', { jobId: id })
    expect((await claim())?.jobId).toBe(id)
    await recorder.listened(id, 0, 3000)
    expect((await recorder.ended(id, recorder.now)).status).toBe('done')
  })

  test('a recording restarts its count of crashes after further progress', async () => {
    const id = await added()
    for (const progress of [0.2, 0.4, 0.6, 0.8]) {
      expect((await claim())?.jobId).toBe(id)
      await studio.call('transcription.heard', { jobId: id, pageId: recorder.pageId, progress })
      await crash(id)
    }
    expect((await claim())?.jobId).toBe(id)
  })

  test('crashes are counted while the app runs, too: silent pages lose the recording', async () => {
    const id = await added()
    for (let round = 0; round < 2; round += 1) {
      expect((await studio.call('transcription.claim', { pageId: randomUUID() }))?.jobId).toBe(id)
      studio.clock.advance(60_000)
    }
    expect(await claim()).toBeNull()
    expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs[0]?.error?.code).toBe(
      'sound_not_read',
    )
  })

  test('closing the app normally does not count as a crash', async () => {
    const id = await added()
    for (let round = 0; round < 4; round += 1) {
      expect((await claim())?.jobId).toBe(id)
      await studio.reopen()
      expect(existsSync(markOf(id))).toBe(false)
    }
  })

  test('a recording fails with its own message when the page reports a silent reader', async () => {
    const id = await added()
    await claim()
    await studio.call('transcription.notHeard', { jobId: id, pageId: recorder.pageId, why: 'not_read' })
    expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs[0]?.error?.code).toBe(
      'sound_not_read',
    )
    expect(existsSync(markOf(id))).toBe(false)
  })
})

describe('a recording whose index claims more than fits in memory', () => {
  test.each(['samples.mp4', 'fragment.mp4'])(
    'a recording whose index exceeds the memory is given to no page: %s',
    async (name) => {
      const bytes = readFileSync(join(fixtures, 'hostile-media', name))
      const { id } = await recorder.add(bytes, undefined, name)
      await recorder.until(id, ({ status }) => status === 'preparing')
      expect(await claim()).toBeNull()
      expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs[0]?.error?.code).toBe(
        'sound_not_read',
      )
    },
  )

  test.each(['endless.webm'])('an excessive index is identified by its boxes alone: %s has none', async (name) => {
    expect(await hasReadableIndex(join(fixtures, 'hostile-media', name))).toBe(true)
  })
})
