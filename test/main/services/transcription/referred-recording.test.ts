import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { binMs } from '../../../../src/main/jobs/bin.ts'
import { mediaResponse } from '../../../../src/main/media/media-response.ts'
import type { TranscriptionJob } from '../../../../src/shared/transcript.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

const bytes = wav(3)
let studio: StudioUnderTest
let recorder: Recorder
let folder: string
let path: string
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  recorder = new Recorder(studio)
  folder = mkdtempSync(join(tmpdir(), 'atelier-recordings-'))
  path = join(folder, 'Talk.wav')
  writeFileSync(path, bytes)
  await studio.call('settings.update', { recordingFiles: 'refer' })
})
afterEach(async () => {
  await studio.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Adds a file as Electron does; its pages know no path. */
async function dropped(temporary = false): Promise<TranscriptionJob> {
  const token = studio.app.importFile({ path, name: 'Talk.wav', temporary })
  const jobId = randomUUID()
  await studio.call('transcription.add', { jobId, token, name: 'Talk.wav', request: transcriptionRequest() })
  return await recorder.until(jobId, ({ status }) => status === 'preparing' || status === 'failed')
}
async function transcribed() {
  const { id } = await dropped()
  await recorder.listen()
  const { transcriptId } = await recorder.ended(id)
  return (await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })).summary
}
const library = (): readonly string[] => {
  const root = join(studio.platform.paths.data, 'media')
  const entries = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const served = async (mediaId: string): Promise<readonly [status: number, text: string]> => {
  const response = await mediaResponse({ method: 'GET', range: 'bytes=0-3' }, studio.app.findMedia(mediaId))
  return [response.status, await response.text()]
}
const present = async (mediaId: string) => (await studio.call('media.present', { mediaId })).present

test('a referenced recording is transcribed and played in place, without a copy', async () => {
  const { source } = await transcribed()
  const id = source?.id ?? ''
  // the answer's body is removed once it is stored with its piece
  await expect.poll(library).toEqual([])
  expect([library(), recorder.requests[0]?.form?.file]).toMatchObject([[], { bytes: bytes.length }])
  expect([...(await served(id)), await present(id)]).toEqual([206, 'RIFF', true])
  expect(JSON.stringify(studio.platform.events.seen)).not.toContain(folder)
  await studio.reopen()
  expect((await served(id))[0]).toBe(206)
})

test('a moved or changed recording is not served, and its transcript can still be read and exported', async () => {
  const { id: transcriptId, source } = await transcribed()
  const id = source?.id ?? ''
  renameSync(path, `${path}.moved`)
  expect([(await served(id))[0], await present(id)]).toEqual([404, false])
  writeFileSync(path, wav(3, 2))
  expect([(await served(id))[0], await present(id)]).toEqual([404, false])
  expect(await studio.refusal('media.save', { mediaId: id, name: 'Talk' })).toBe('source_moved')
  const rules = { lineWidth: 42, lines: 2, gap: 80 }
  expect((await studio.call('transcripts.text', { transcriptId, format: 'txt', rules })).text).not.toBe('')
  rmSync(path)
  renameSync(`${path}.moved`, path)
  expect([(await served(id))[0], await present(id)]).toEqual([206, true])
})

test('a recording that disappears before it is sent fails with a message, and continues when it is back', async () => {
  const { id } = await dropped()
  renameSync(path, `${path}.moved`)
  expect(await studio.call('transcription.claim', { pageId: recorder.pageId })).toBeNull()
  expect((await recorder.ended(id)).error?.code).toBe('source_moved')
  renameSync(`${path}.moved`, path)
  await studio.call('transcription.retry', { jobId: id })
  const { jobId } = await recorder.claim()
  rmSync(path)
  const since = recorder.now
  await studio.call('transcription.notHeard', { jobId, pageId: recorder.pageId, why: 'damaged' })
  expect((await recorder.ended(id, since)).error?.code).toBe('source_moved')
  expect(recorder.requests).toEqual([])
})

test('neither the bin nor the sweep removes a referenced recording', async () => {
  const { id, source } = await transcribed()
  await studio.call('transcripts.delete', { transcriptIds: [id] })
  studio.clock.advance(binMs)
  await eventually(() => expect(studio.app.findMedia(source?.id ?? '')).toBeNull())
  expect(readFileSync(path).equals(bytes)).toBe(true)
  const { id: jobId } = await dropped()
  await studio.call('transcription.cancel', { jobId })
  await studio.call('transcription.dismiss', { jobId })
  studio.clock.advance(2 * binMs)
  await studio.reopen()
  await eventually(() => expect(studio.app.findMedia(source?.id ?? '')).toBeNull())
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('pasted bytes are always copied, and a copy is preferred to a referenced file', async () => {
  const first = await dropped()
  const id = first.source?.id ?? ''
  expect(library()).toEqual([])
  await studio.call('settings.update', { recordingFiles: 'copy' })
  await dropped()
  expect(library()).toEqual([id])
  rmSync(path)
  expect(await present(id)).toBe(true)
  await studio.call('settings.update', { recordingFiles: 'refer' })
  writeFileSync(path, wav(4))
  const uploaded = await dropped(true)
  expect([library().includes(uploaded.source?.id ?? ''), existsSync(path)]).toEqual([true, false])
})
