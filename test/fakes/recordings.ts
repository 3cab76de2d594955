import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Database } from '../../src/main/storage/database.ts'
import type { CallOutput } from '../../src/shared/ipc/contract.ts'
import type { TranscriptionJob, TranscriptionRequest } from '../../src/shared/transcript.ts'
import { StudioUnderTest } from './studio.ts'

/** A WAV as pages make it: 16 kHz, 16 bits, mono; `seed` varies its content. */
export function wav(seconds: number, seed = 1, rate = 16_000): Buffer {
  const samples = Math.round(seconds * rate)
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1)
    file.writeInt16LE(Math.round(8000 * Math.sin((index * (200 + seed)) / rate)), 44 + index * 2)
  return file
}

/** A request; `faults` as the demo gateway takes them in a model's name. */
export function transcriptionRequest(changes: Partial<TranscriptionRequest> = {}, faults = ''): TranscriptionRequest {
  return {
    connectionId: 'environment',
    model: faults === '' ? 'demo-transcribe' : `demo-transcribe+${faults}`,
    language: null,
    prompt: null,
    temperature: null,
    ...changes,
  }
}

const runs = (job: TranscriptionJob): boolean => !['done', 'failed', 'unknown', 'cancelled'].includes(job.status)

/** Acts as page and person for the app under test. */
export class Recorder {
  readonly studio: StudioUnderTest
  readonly pageId = randomUUID()

  constructor(studio: StudioUnderTest) {
    this.studio = studio
  }

  /** Opens the app, with this recorder as its page. */
  static async open(): Promise<Recorder> {
    return new Recorder(await StudioUnderTest.open())
  }

  /** The jobs of the queue. */
  async jobs(): Promise<readonly TranscriptionJob[]> {
    return (await this.studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs
  }

  /** Reopens the app with a database that `change` has edited, as an earlier version could have left it. */
  async reopenAfter(change: (database: Database) => void): Promise<void> {
    const { app, platform } = this.studio
    await app.close()
    const database = new Database(join(platform.paths.data, 'atelier.db'))
    change(database)
    database.close()
    await this.studio.reopen()
  }

  async add(
    bytes: Uint8Array,
    request: TranscriptionRequest = transcriptionRequest(),
    name = 'Talk.wav',
  ): Promise<TranscriptionJob> {
    const token = this.studio.file(bytes, name)
    return await this.studio.call('transcription.add', { jobId: randomUUID(), token, name, request })
  }

  async until(id: string, fits: (job: TranscriptionJob) => boolean, since = 0): Promise<TranscriptionJob> {
    const { events } = this.studio.platform
    const before = new Set(events.seen.slice(0, since).map(({ payload }) => payload))
    return await events.until('transcription.job', (job) => job.id === id && !before.has(job) && fits(job))
  }

  async ended(id: string, since = 0): Promise<TranscriptionJob> {
    return await this.until(id, (job) => !runs(job), since)
  }

  /** Number of events so far; later ones are new. */
  get now(): number {
    return this.studio.platform.events.seen.length
  }

  /** Claims the next recording, which must exist. */
  async claim(): Promise<NonNullable<CallOutput<'transcription.claim'>>> {
    const claimed = await this.studio.call('transcription.claim', { pageId: this.pageId })
    if (!claimed) throw new Error('there is nothing to claim')
    return claimed
  }

  async listened(jobId: string, pieces: number, duration: number, silent = false): Promise<void> {
    const heard = { duration, silent, waveform: 'AAAA', pieces }
    await this.studio.call('transcription.listened', { jobId, pageId: this.pageId, heard })
  }

  async put(jobId: string, index: number, from: number, to: number): Promise<void> {
    const token = this.studio.file(wav((to - from) / 1000, index + 1), 'piece.wav')
    await this.studio.call('transcription.putPiece', { jobId, pageId: this.pageId, index, from, to, token })
  }

  /** Analyses the next recording; cuts it into `pieces` of two seconds that overlap by one, or none. */
  async listen(pieces = 0): Promise<string> {
    const { jobId, have } = await this.claim()
    for (let index = 0; index < pieces; index += 1)
      if (!have.includes(index)) await this.put(jobId, index, index * 1000, index * 1000 + 2000)
    await this.listened(jobId, pieces, Math.max(pieces + 1, 3) * 1000)
    return jobId
  }

  /** Adds a recording cut into pieces, and returns its job once queued. */
  async addCut(pieces: number, request: TranscriptionRequest = transcriptionRequest(), seed = 1): Promise<string> {
    const { id } = await this.add(wav(pieces + 1, seed), request)
    await this.until(id, ({ status }) => status === 'preparing')
    return await this.listen(pieces)
  }

  /** The requests for transcripts that reached the gateway, by their file's size and prompt. */
  get requests() {
    return this.studio.gateway.requests().filter(({ path }) => path === '/v1/audio/transcriptions')
  }
}
