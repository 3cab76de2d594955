import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../../src/main/storage/database.ts'
import { distrustWork, restWork } from '../../../../../src/main/storage/resting-work.ts'
import type { WatchedFolder } from '../../../../../src/shared/watched-folder.ts'
import { eventually } from '../../../../fakes/eventually.ts'
import { Recorder, transcriptionRequest, wav } from '../../../../fakes/recordings.ts'
import { yuanAMinute } from '../../../../fakes/simulated-watch.ts'
import type { StudioUnderTest } from '../../../../fakes/studio.ts'

const yuan = 1e9
let studio: StudioUnderTest
let recorder: Recorder
let folder: string
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
  studio.clock.patient = true
  folder = mkdtempSync(join(tmpdir(), 'atelier-watched-'))
})
afterEach(async () => {
  await studio.close()
  rmSync(folder, { recursive: true, force: true })
})

const save = (name: string, seconds: number, seed = 1): void => writeFileSync(join(folder, name), wav(seconds, seed))
const watched = async (): Promise<WatchedFolder> => {
  const state = await studio.call('watch.get', {})
  if (state === null) throw new Error('no folder is watched')
  return state
}
/** Lets the folder be looked at until its state fits. */
const until = async (fits: (state: WatchedFolder) => boolean): Promise<WatchedFolder> =>
  await eventually(async () => {
    studio.clock.advance(5_000)
    const state = await watched()
    expect([fits(state), state]).toEqual([true, state])
    return state
  })
const choose = async (): Promise<void> => expect(await studio.call('watch.choose', { path: folder })).toBe('chosen')
/** Turns automatic sending on, with a price of a yuan a minute. */
const automate = async (budget: number, faults = ''): Promise<void> => {
  const request = transcriptionRequest({}, faults)
  await studio.call('prices.put', { prices: [{ ...yuanAMinute, model: request.model }] })
  const automatic = { request, budget: { currency: 'CNY' as const, nano: budget } }
  await studio.call('watch.setAutomatic', { automatic })
}
/** Lets the folder be looked at until its newest recording is ready for a page. */
const prepared = async (): Promise<string> =>
  await eventually(async () => {
    studio.clock.advance(5_000)
    const job = (await recorder.jobs()).find(({ status }) => status === 'preparing')
    expect(job?.id).toBeDefined()
    return job?.id ?? ''
  })

describe('a watched folder', () => {
  test('offers what is new in it, and sends it at a press', async () => {
    save('old.wav', 1)
    await choose()
    expect(await watched()).toMatchObject({ isHere: true, automatic: null, waiting: [], missed: 0 })
    save('new.wav', 3, 2)
    const { waiting } = await until(({ waiting: files }) => files.length > 0)
    expect(waiting).toMatchObject([{ name: 'new.wav', duration: 3_000, reason: 'press' }])
    expect(await recorder.jobs()).toEqual([])
    const fileIds = waiting.map(({ id }) => id)
    const request = transcriptionRequest()
    await Promise.all([1, 2].map(() => studio.call('watch.send', { fileIds, request })))
    const jobId = await prepared()
    expect((await watched()).waiting).toEqual([])
    await recorder.claim()
    await recorder.listened(jobId, 0, 3_000)
    expect(await recorder.ended(jobId)).toMatchObject({ name: 'new.wav', status: 'done' })
    expect(recorder.requests.length).toBe(1)
  })

  test('takes a copy of a recording, and its new name, for the same recording', async () => {
    await choose()
    save('a.wav', 2)
    await until(({ waiting }) => waiting.length === 1)
    copyFileSync(join(folder, 'a.wav'), join(folder, 'copy.wav'))
    save('b.wav', 2, 2)
    expect((await until(({ waiting }) => waiting.length > 1)).waiting.map(({ name }) => name)).toEqual([
      'a.wav',
      'b.wav',
    ])
    renameSync(join(folder, 'b.wav'), join(folder, 'c.wav'))
    const renamed = await until(({ waiting }) => waiting.some(({ name }) => name === 'c.wav'))
    expect(renamed.waiting.map(({ name }) => name)).toEqual(['a.wav', 'c.wav'])
  })

  test('leaves out what the user does not want, and takes it back', async () => {
    await choose()
    save('a.wav', 1)
    const [file] = (await until(({ waiting }) => waiting.length === 1)).waiting
    const fileIds = [file?.id ?? '']
    await studio.call('watch.leave', { fileIds, isLeft: true })
    expect((await watched()).waiting).toEqual([])
    await studio.call('watch.leave', { fileIds, isLeft: false })
    expect((await watched()).waiting).toMatchObject([{ name: 'a.wav' }])
  })

  test('is reported as gone, is read again once it is back, and lists what came meanwhile', async () => {
    await choose()
    save('a.wav', 1)
    await until(({ waiting }) => waiting.length === 1)
    renameSync(folder, `${folder}-away`)
    expect((await until(({ isHere }) => isHere === false)).waiting).toEqual([])
    writeFileSync(join(`${folder}-away`, 'b.wav'), wav(2, 2))
    renameSync(`${folder}-away`, folder)
    const back = await until(({ waiting }) => waiting.length === 2)
    expect(back).toMatchObject({ isHere: true, missed: 1 })
    await studio.call('watch.noted', {})
    expect((await watched()).missed).toBe(0)
  })

  test('tells after a start what came while Atelier was closed', async () => {
    await choose()
    await studio.app.close()
    save('a.wav', 1)
    await studio.reopen()
    expect(await until(({ waiting }) => waiting.length === 1)).toMatchObject({ missed: 1 })
  })

  test('is refused if it holds the data of Atelier, or does not exist', async () => {
    expect(await studio.call('watch.choose', { path: null })).toBe('ask')
    expect(await studio.refusal('watch.choose', { path: studio.platform.paths.data })).toBe('folder_not_allowed')
    expect(await studio.refusal('watch.choose', { path: join(folder, 'none') })).toBe('folder_not_found')
  })

  test('is not watched any more after its end', async () => {
    await choose()
    await studio.call('watch.end', {})
    expect(await studio.call('watch.get', {})).toBeNull()
    expect(await studio.refusal('watch.setAutomatic', { automatic: null })).toBe('not_found')
  })
})

describe('automatic sending', () => {
  test('sends a new recording once, also over a restart, and counts its cost', async () => {
    await choose()
    save('before.wav', 1, 3)
    await until(({ waiting }) => waiting.length === 1)
    await automate(yuan)
    save('a.wav', 6)
    const jobId = await prepared()
    await recorder.claim()
    await recorder.listened(jobId, 0, 6_000)
    await recorder.ended(jobId)
    expect(await watched()).toMatchObject({ spentNano: yuan / 10, waiting: [{ name: 'before.wav', reason: 'press' }] })
    await studio.reopen()
    save('b.wav', 6, 2)
    await prepared()
    expect((await recorder.jobs()).map(({ name }) => name)).toEqual(['b.wav'])
    expect(await watched()).toMatchObject({ spentNano: yuan / 10 })
    expect(recorder.requests.length).toBe(1)
  })

  test('waits for a press without a price, and beyond the budget', async () => {
    await choose()
    await automate(yuan / 10)
    save('long.wav', 7)
    expect((await until(({ waiting }) => waiting.length === 1)).waiting).toMatchObject([{ reason: 'over_budget' }])
    await studio.call('prices.remove', { model: 'demo-transcribe', connectionId: '' })
    expect((await watched()).waiting).toMatchObject([{ reason: 'no_price' }])
    expect(await recorder.jobs()).toEqual([])
  })

  test('counts an answer that was lost, and does not ask again', async () => {
    await choose()
    await automate(yuan, 'hang-up')
    save('a.wav', 6)
    const jobId = await prepared()
    await recorder.claim()
    await recorder.listened(jobId, 0, 6_000)
    expect((await recorder.ended(jobId)).status).toBe('unknown')
    expect(await watched()).toMatchObject({ spentNano: yuan / 10 })
  })

  test('does not count a refusal', async () => {
    await choose()
    await automate(yuan, 'fail:status=401')
    save('a.wav', 6)
    const jobId = await prepared()
    await recorder.claim()
    await recorder.listened(jobId, 0, 6_000)
    expect((await recorder.ended(jobId)).status).toBe('failed')
    expect(await watched()).toMatchObject({ spentNano: 0 })
  })

  test('rests a recording that is longer than its header says, until the user continues it', async () => {
    await choose()
    await automate(yuan / 10)
    save('a.wav', 6)
    const jobId = await prepared()
    await recorder.claim()
    await recorder.listened(jobId, 0, 60_000)
    await recorder.until(jobId, ({ status }) => status === 'paused')
    expect(await watched()).toMatchObject({ held: 1, spentNano: 0 })
    await studio.call('transcription.resume', { jobId })
    expect((await recorder.ended(jobId)).status).toBe('done')
    expect(await watched()).toMatchObject({ held: 0, spentNano: 0 })
  })

  test('is off in a restored backup, and its folder is unknown in that of others', async () => {
    await choose()
    await automate(yuan)
    await studio.app.close()
    const database = new Database(join(studio.platform.paths.data, 'atelier.db'))
    database.transaction(() => restWork(database, 1))
    database.close()
    await studio.reopen()
    expect((await watched()).automatic).toBeNull()
    await studio.app.close()
    const foreign = new Database(join(studio.platform.paths.data, 'atelier.db'))
    foreign.transaction(() => distrustWork(foreign, []))
    foreign.close()
    await studio.reopen()
    expect(await studio.call('watch.get', {})).toBeNull()
  })
})
