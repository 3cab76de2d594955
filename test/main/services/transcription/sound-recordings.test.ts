import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { soundChunkBytesMax } from '../../../../src/shared/sound-recording.ts'
import { liveWebm } from '../../../fakes/live-webm.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let person: Recorder
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  person = new Recorder(studio)
})
afterEach(() => studio.close())

const folder = (): string => join(studio.platform.paths.data, 'recordings')
const sound = (id: string): string => join(folder(), `${id}.sound`)
const files = (): readonly string[] => readdirSync(folder())
const left = () => studio.call('recordings.left', {})
const chunks = (bytes: Buffer, count: number): readonly Buffer[] =>
  Array.from({ length: count }, (_, index) =>
    bytes.subarray(Math.floor((bytes.length * index) / count), Math.floor((bytes.length * (index + 1)) / count)),
  )

async function begin(name = 'Recording 12 Nov.webm'): Promise<string> {
  const recordingId = randomUUID()
  await studio.call('recordings.begin', { recordingId, name })
  return recordingId
}

const stretch = (recordingId: string, at: number, bytes: Uint8Array, duration = 0): CallInput<'recordings.append'> => ({
  recordingId,
  at,
  duration,
  token: studio.file(bytes, 'stretch'),
})

/** Records these bytes in one-second chunks. */
async function record(bytes: Buffer, count = 3): Promise<string> {
  const recordingId = await begin()
  let at = 0
  for (const [index, chunk] of chunks(bytes, count).entries()) {
    await studio.call('recordings.append', stretch(recordingId, at, chunk, (index + 1) * 1000))
    at += chunk.length
  }
  return recordingId
}

const transcribe = (recordingId: string, jobId: string = randomUUID()) =>
  studio.call('recordings.transcribe', { recordingId, jobId, request: transcriptionRequest() })

describe('a running microphone recording', () => {
  test('recorded sound is on the disk as it arrives', async () => {
    const bytes = await liveWebm(4)
    const recordingId = await begin()
    const [first, second] = chunks(bytes, 2)
    await studio.call('recordings.append', stretch(recordingId, 0, first ?? bytes, 2000))
    expect(readFileSync(sound(recordingId))).toEqual(first)
    await studio.call('recordings.append', stretch(recordingId, first?.length ?? 0, second ?? bytes, 4000))
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
  })

  test('recorded sound is stored once, however often it is sent', async () => {
    const bytes = await liveWebm(3)
    const recordingId = await begin()
    const [one, two] = chunks(bytes, 2)
    if (one === undefined || two === undefined) throw new Error('two were made')
    await studio.call('recordings.append', stretch(recordingId, 0, one))
    await studio.call('recordings.append', stretch(recordingId, 0, one))
    await Promise.all([
      studio.call('recordings.append', stretch(recordingId, one.length, two)),
      studio.call('recordings.append', stretch(recordingId, one.length, two)),
    ])
    await studio.call('recordings.append', stretch(recordingId, 0, one))
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
  })

  test('recording continues where a crash interrupted a write', async () => {
    const bytes = await liveWebm(3)
    const [one, two] = chunks(bytes, 2)
    if (one === undefined || two === undefined) throw new Error('two were made')
    const recordingId = await begin()
    await studio.call('recordings.append', stretch(recordingId, 0, one))
    await studio.call('recordings.append', stretch(recordingId, one.length, two))
    truncateSync(sound(recordingId), one.length + 7)
    await studio.reopen()
    await studio.call('recordings.append', stretch(recordingId, one.length, two))
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
    // the page is alive, so no decision is needed
    expect(await left()).toEqual([])
  })

  test('recorded sound has no gap, no unlimited chunk, and no name that leads elsewhere', async () => {
    const recordingId = await begin()
    const refusal = (changes: Partial<CallInput<'recordings.append'>>) =>
      studio.refusal('recordings.append', { ...stretch(recordingId, 0, Buffer.from('abc')), ...changes })
    expect(await refusal({ at: 1 })).toBe('invalid_input')
    expect(await refusal({ token: 'none' })).toBe('cancelled')
    expect(await refusal({ token: studio.file(Buffer.alloc(soundChunkBytesMax + 1)) })).toBe('too_large')
    expect(await refusal({ recordingId: randomUUID() })).toBe('not_found')
    expect(await refusal({ recordingId: '../../etc/passwd' })).toBe('invalid_input')
    expect(await refusal({ at: -1 })).toBe('invalid_input')
    expect(await studio.refusal('recordings.begin', { recordingId: '../x', name: 'x' })).toBe('invalid_input')
    const long = { recordingId: randomUUID(), name: 'x'.repeat(256) }
    expect(await studio.refusal('recordings.begin', long)).toBe('invalid_input')
    expect(readFileSync(sound(recordingId)).length).toBe(0)
  })
})

describe('a microphone recording that was ended', () => {
  test('a finished recording becomes a job like a dropped file, with its length, and leaves its folder', async () => {
    const recordingId = await record(await liveWebm(5))
    await studio.call('recordings.end', { recordingId, complete: true })
    expect(await left()).toMatchObject([{ id: recordingId, complete: true, duration: 3000 }])
    const job = await transcribe(recordingId)
    expect(job).toMatchObject({ status: 'receiving', name: 'Recording 12 Nov.webm' })
    const { source } = await person.until(job.id, ({ status }) => status === 'preparing')
    expect(source?.mime).toBe('audio/webm')
    await studio.platform.events.until('recordings.changed', () => true)
    await expect.poll(files).toEqual([])
    await person.listened((await person.claim()).jobId, 0, 5000)
    expect((await person.ended(job.id)).status).toBe('done')
    expect(await left()).toEqual([])
  })

  test('a finished recording is copied and never referenced, because its own folder is temporary', async () => {
    await studio.call('settings.update', { recordingFiles: 'refer' })
    const sounds = [await liveWebm(2), wav(2)]
    for (const bytes of sounds) {
      const recordingId = await record(bytes)
      await studio.call('recordings.end', { recordingId, complete: true })
      const job = await transcribe(recordingId)
      const { source } = await person.until(job.id, ({ status }) => status === 'preparing')
      await expect.poll(files).toEqual([])
      const stored = studio.app.findMedia(source?.id ?? '')
      expect(readFileSync(stored?.path ?? '').length).toBe(stored?.bytes)
    }
  })

  test('a finished recording is one job, however often the call is repeated', async () => {
    const recordingId = await record(await liveWebm(2))
    await studio.call('recordings.end', { recordingId, complete: true })
    const jobId = randomUUID()
    const request = transcriptionRequest()
    const both = await Promise.all([
      transcribe(recordingId, jobId),
      studio.refusal('recordings.transcribe', { recordingId, jobId: randomUUID(), request }),
    ])
    expect(both[1]).toBe('busy')
    await person.until(jobId, ({ status }) => status === 'preparing')
    expect((await transcribe(recordingId, jobId)).id).toBe(jobId)
    expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs).toHaveLength(1)
  })

  test('a finished recording stays in its folder if it cannot be imported', async () => {
    const recordingId = await record(await liveWebm(2))
    await studio.call('recordings.end', { recordingId, complete: true })
    const refused = { recordingId, jobId: randomUUID(), request: transcriptionRequest({ connectionId: 'gone' }) }
    expect(await studio.refusal('recordings.transcribe', refused)).toBe('no_connection')
    expect(await left()).toHaveLength(1)
    writeFileSync(sound(recordingId), 'these are words')
    const job = await transcribe(recordingId)
    expect((await person.ended(job.id)).error?.code).toBe('not_sound')
    await expect.poll(left).toHaveLength(1)
    expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a recording without a second of sound leaves nothing behind', async () => {
    const recordingId = await begin()
    await studio.call('recordings.end', { recordingId, complete: true })
    expect([await left(), files()]).toEqual([[], []])
  })
})

describe('a microphone recording without an end', () => {
  test('an interrupted recording is offered at the next start, as far as it was written', async () => {
    const bytes = await liveWebm(3)
    const recordingId = await record(bytes)
    expect(await left()).toEqual([])
    await studio.reopen()
    expect(await left()).toEqual([
      {
        id: recordingId,
        name: 'Recording 12 Nov.webm',
        startedAt: studio.clock.now(),
        duration: 3000,
        bytes: bytes.length,
        complete: false,
      },
    ])
    // until the user decides
    await studio.reopen()
    expect(await left()).toHaveLength(1)
    const job = await transcribe(recordingId)
    await person.until(job.id, ({ status }) => status === 'preparing')
    await expect.poll(files).toEqual([])
  })

  test('an interrupted recording is offered when its page announced its end, or fell silent', async () => {
    const gone = await record(await liveWebm(1))
    await studio.call('recordings.end', { recordingId: gone, complete: false })
    expect(await left()).toMatchObject([{ id: gone, complete: false }])
    studio.clock.advance(1000)
    const silent = await record(await liveWebm(2))
    const told = studio.platform.events.of('recordings.changed').length
    studio.clock.advance(80_000)
    await studio.call('recordings.append', { ...stretch(silent, 0, Buffer.from('')), token: null })
    studio.clock.advance(80_000)
    expect(await left()).toHaveLength(1)
    studio.clock.advance(20_000)
    expect(studio.platform.events.of('recordings.changed').length).toBe(told + 1)
    expect((await left()).map(({ id }) => id)).toEqual([gone, silent])
  })

  test('a recording is offered at once, even if its page closed during the last write', async () => {
    const recordingId = randomUUID()
    await studio.call('recordings.begin', { recordingId, name: 'Talk' })
    await Promise.all([
      studio.call('recordings.append', stretch(recordingId, 0, Buffer.alloc(50_000, 1), 1000)),
      studio.call('recordings.end', { recordingId, complete: false }),
    ])
    expect((await studio.call('recordings.left', {})).map(({ id }) => id)).toEqual([recordingId])
  })

  test('an interrupted recording is found without its note too', async () => {
    const recordingId = await record(await liveWebm(2))
    writeFileSync(join(folder(), `${recordingId}.json`), '{"na')
    rmSync(join(folder(), 'unknown.json'), { force: true })
    writeFileSync(join(folder(), 'stray.sound'), 'not one of ours')
    await studio.reopen()
    expect(await left()).toMatchObject([{ id: recordingId, name: 'recording.webm', complete: false }])
  })

  test('a recording that was imported as the app ended is not offered again', async () => {
    const recordingId = await record(await liveWebm(2))
    await studio.call('recordings.end', { recordingId, complete: true })
    const kept = files().map((name) => [name, readFileSync(join(folder(), name))] as const)
    const job = await transcribe(recordingId)
    await person.until(job.id, ({ status }) => status === 'preparing')
    await expect.poll(files).toEqual([])
    for (const [name, bytes] of kept) {
      const note = name.endsWith('.json') ? JSON.stringify({ ...JSON.parse(String(bytes)), jobId: job.id }) : bytes
      writeFileSync(join(folder(), name), note)
    }
    await studio.reopen()
    await expect.poll(files).toEqual([])
    expect(await left()).toEqual([])
  })
})

describe('a microphone recording whose page reported too late', () => {
  /** Records half of the sound; its page is silent until it is offered. */
  async function late() {
    const bytes = await liveWebm(4)
    const [one, two] = chunks(bytes, 2)
    if (one === undefined || two === undefined) throw new Error('two were made')
    const recordingId = await begin()
    await studio.call('recordings.append', stretch(recordingId, 0, one, 2000))
    studio.clock.advance(90_000)
    expect((await left()).map(({ id }) => id)).toEqual([recordingId])
    return { bytes, recordingId, rest: stretch(recordingId, one.length, two, 4000) }
  }

  test('a recording whose page was late is no longer offered, and no other page can import it', async () => {
    const { bytes, recordingId, rest } = await late()
    const told = studio.platform.events.of('recordings.changed').length
    await studio.call('recordings.append', rest)
    expect([studio.platform.events.of('recordings.changed').length - told, await left()]).toEqual([1, []])
    // from a page whose list is older
    const asked = { recordingId, jobId: randomUUID(), request: transcriptionRequest() }
    expect(await studio.refusal('recordings.transcribe', asked)).toBe('busy')
    expect(await studio.refusal('recordings.discard', { recordingId })).toBe('busy')
    await studio.call('recordings.end', { recordingId, complete: true })
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
    await person.until((await transcribe(recordingId)).id, ({ status }) => status === 'preparing')
  })

  test('a recording stays offered if another page imported it first: later sound is not lost', async () => {
    const { bytes, recordingId, rest } = await late()
    const [job] = await Promise.all([transcribe(recordingId), studio.call('recordings.append', rest)])
    await person.until(job.id, ({ status }) => status === 'preparing')
    await studio.call('recordings.end', { recordingId, complete: true })
    await expect.poll(left).toMatchObject([{ id: recordingId, duration: 4000 }])
    await studio.reopen()
    expect((await left()).map(({ id }) => id)).toEqual([recordingId])
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
  })

  test('a paused recording whose page only reported its presence stays too', async () => {
    const { bytes, recordingId, rest } = await late()
    const sign = { recordingId, at: rest.at, duration: 2000, token: null }
    const changes = () => studio.platform.events.of('recordings.changed').length
    const before = changes()
    await Promise.all([transcribe(recordingId), studio.call('recordings.append', sign)])
    // the end of the offer, and the end of the way into the library
    await expect.poll(() => changes() - before).toBe(2)
    await studio.call('recordings.append', rest)
    expect(readFileSync(sound(recordingId))).toEqual(bytes)
  })
})

describe('a discarded microphone recording', () => {
  test('a discarded recording can be restored within ten minutes, as a finished one', async () => {
    const recordingId = await record(await liveWebm(2))
    await studio.call('recordings.end', { recordingId, complete: true })
    await studio.call('recordings.discard', { recordingId })
    expect(await left()).toEqual([])
    expect(await studio.refusal('recordings.append', stretch(recordingId, 0, Buffer.from('x')))).toBe('not_found')
    const again = { recordingId, jobId: randomUUID(), request: transcriptionRequest() }
    expect(await studio.refusal('recordings.transcribe', again)).toBe('not_found')
    await studio.call('recordings.restore', { recordingId })
    expect(await left()).toMatchObject([{ id: recordingId, complete: true }])
    studio.clock.advance(20 * 60_000)
    expect(await left()).toHaveLength(1)
  })

  test('a discarded recording is removed after ten minutes, also by a later start', async () => {
    const now = await record(await liveWebm(1))
    await studio.call('recordings.end', { recordingId: now, complete: true })
    await studio.call('recordings.discard', { recordingId: now })
    studio.clock.advance(10 * 60_000)
    await expect.poll(files).toEqual([])
    expect(await studio.refusal('recordings.restore', { recordingId: now })).toBe('not_found')
    const later = await record(await liveWebm(1))
    await studio.call('recordings.end', { recordingId: later, complete: true })
    await studio.call('recordings.discard', { recordingId: later })
    await studio.app.close()
    studio.clock.advance(10 * 60_000)
    await studio.reopen()
    await expect.poll(files).toEqual([])
  })
})
