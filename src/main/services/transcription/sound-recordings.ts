import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { type SoundRecording, soundChunkBytesMax } from '../../../shared/sound-recording.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import { storageFailure } from '../../data-folder.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaReader } from '../../media/media-reader.ts'
import type { FoundRecording, RecordingsFolder } from '../../media/recordings-folder.ts'
import type { Ports } from '../../platform.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'
import type { Receiver } from './receiver.ts'
import type { TranscriptionStore } from './transcription-store.ts'

/**
 * Silence of a page after which its recording counts as interrupted, in ms. Browsers let hidden pages run once a
 * minute.
 */
const silenceMs = 90_000
/** How long a discarded recording can be restored, in ms. */
const binMs = 10 * 60_000

export interface SoundRecordingsParts extends Pick<Ports, 'events' | 'clock' | 'log' | 'ending'> {
  readonly folder: RecordingsFolder
  readonly reader: MediaReader
  readonly imports: Imports
  readonly receiver: Receiver
  readonly store: TranscriptionStore
}

/**
 * Microphone recordings: written while they are made, and kept until they are in the library or discarded.
 * A recording that was cut short, because page, browser or app ended, is offered to the user.
 */
export class SoundRecordings {
  private readonly parts: SoundRecordingsParts
  /** Live recordings of pages, with the undo of their timeouts. */
  private readonly live = new Map<string, () => void>()
  /** Recordings whose page fell silent, and which are therefore offered. */
  private readonly lapsed = new Set<string>()
  /** Recordings being imported into the library. */
  private readonly taking = new Set<string>()
  /** Runs the chunks and the end of one recording in sequence. */
  private readonly turns = new KeyedMutex()
  private cancelPurge: (() => void) | null = null
  private closed = false

  constructor(parts: SoundRecordingsParts) {
    this.parts = parts
  }

  /** Number of running recordings. */
  get runningRecordings(): number {
    return this.live.size
  }

  /** Recovers the recordings of the last run. Never rejects. */
  async start(): Promise<void> {
    const { store, folder, log } = this.parts
    try {
      await folder.clear()
      for (const { id, bytes, jobId } of await folder.listRecordings()) {
        // the app ended just after the library received it, or before any sound
        const taken = jobId !== null && (store.findJob(jobId)?.sourceId ?? null) !== null
        if (!this.live.has(id) && (taken || bytes === 0)) await folder.removeRecording(id)
      }
      await this.purgeRecordings()
    } catch (cause) {
      log('warn', 'recordings could not be looked through', { cause: cause instanceof Error ? cause.name : 'unknown' })
    }
  }

  async beginRecording({ recordingId, name }: CallInput<'recordings.begin'>): Promise<null> {
    const startedAt = this.parts.clock.now()
    await this.parts.folder.beginRecording(recordingId, {
      name,
      startedAt,
      duration: 0,
      complete: false,
      discardedAt: null,
      jobId: null,
    })
    this.alive(recordingId)
    return null
  }

  async append({ recordingId, at, duration, token }: CallInput<'recordings.append'>): Promise<null> {
    const { folder, imports } = this.parts
    return await this.turns.run(recordingId, async () => {
      if (token === null) await folder.append(recordingId, at, new Uint8Array(0), duration)
      else {
        const taken = await imports.takeFile(token, async ({ path }) => {
          const { size } = await stat(path)
          if (size > soundChunkBytesMax) fail('too_large', `${size} bytes, of at most ${soundChunkBytesMax}`)
          await folder.append(recordingId, at, await readFile(path), duration)
          return true
        })
        if (taken === null) fail('cancelled', 'the stretch has to be handed over again')
      }
      this.alive(recordingId)
      return null
    })
  }

  async endRecording({ recordingId, complete }: CallInput<'recordings.end'>): Promise<null> {
    const { folder } = this.parts
    // a closing page announces its end while its last chunk is still being written
    return await this.turns.run(recordingId, async () => {
      const found = (await folder.findRecording(recordingId)) ?? fail('not_found', 'no such recording')
      this.forgetRecording(recordingId)
      if (found.bytes === 0) await folder.removeRecording(recordingId)
      else if (complete) await folder.change(recordingId, { complete })
      this.emitRecordingsChanged()
      return null
    })
  }

  async left(): Promise<readonly SoundRecording[]> {
    const found = await this.parts.folder.listRecordings()
    return found
      .filter(
        ({ id, bytes, discardedAt }) => bytes > 0 && discardedAt === null && !this.live.has(id) && !this.taking.has(id),
      )
      .map(({ id, name, startedAt, duration, bytes, complete }) => ({ id, name, startedAt, duration, bytes, complete }))
  }

  async transcribe({ recordingId, jobId, request }: CallInput<'recordings.transcribe'>): Promise<TranscriptionJob> {
    const { store, folder, receiver } = this.parts
    const known = store.findJob(jobId)
    if (known) return store.viewOf(known)
    if (this.taking.has(recordingId)) fail('busy', 'the recording is on its way already')
    // another page may still list it, and importing it would end it for the page that records
    if (this.live.has(recordingId)) fail('busy', 'the recording has not ended')
    this.taking.add(recordingId)
    try {
      const found = await this.present(recordingId)
      return await receiver.takeIn({ jobId, name: found.name, request }, async (take) => {
        const path = folder.passingPath()
        try {
          await this.makeWhole(recordingId, path)
          // recorded before the job exists, so that a crash in between cannot create two jobs
          await folder.change(recordingId, { jobId })
          // the temporary file is moved into the library; the recording stays until it is there
          if (await take({ path, name: found.name, temporary: true })) await this.handedOn(recordingId, found.bytes)
        } finally {
          await rm(path, { force: true }).catch(() => undefined)
          this.released(recordingId)
        }
      })
    } catch (cause) {
      this.released(recordingId)
      throw cause
    }
  }

  async discard({ recordingId }: CallInput<'recordings.discard'>): Promise<null> {
    const { clock, folder } = this.parts
    if (this.taking.has(recordingId)) fail('busy', 'the recording is on its way into the queue')
    // the page that records ends it first; for another one the offer is over
    if (this.live.has(recordingId)) fail('busy', 'the recording has not ended')
    // if restored, it is offered like a recording that the user ended
    const found = await folder.change(recordingId, { discardedAt: clock.now(), complete: true })
    if (found === null) fail('not_found', 'no such recording')
    this.forgetRecording(recordingId)
    this.emitRecordingsChanged()
    this.schedule(binMs)
    return null
  }

  async restoreRecording({ recordingId }: CallInput<'recordings.restore'>): Promise<null> {
    if ((await this.parts.folder.change(recordingId, { discardedAt: null })) === null)
      fail('not_found', 'nothing to restore')
    this.emitRecordingsChanged()
    return null
  }

  close(): void {
    this.closed = true
    this.cancelPurge?.()
    for (const cancel of this.live.values()) cancel()
    this.live.clear()
  }

  private async present(id: string): Promise<FoundRecording> {
    const found = await this.parts.folder.findRecording(id)
    if (found === null || found.discardedAt !== null) return fail('not_found', 'no such recording')
    return found
  }

  /**
   * Removes a recording that the library has. A recording that grew beyond `bytes` or is active again stays: its page
   * had only been silent, and continues.
   */
  private async handedOn(id: string, bytes: number): Promise<void> {
    const { folder } = this.parts
    await this.turns.run(id, async () => {
      const isOver = (await folder.findRecording(id))?.bytes === bytes && !this.live.has(id)
      if (isOver) await folder.removeRecording(id)
      else await folder.change(id, { jobId: null })
    })
  }

  /** Makes the file for the library: with length and index if possible, else unchanged. */
  private async makeWhole(id: string, path: string): Promise<void> {
    const { ending, folder, reader } = this.parts
    const recorded = folder.soundPath(id)
    try {
      if (!(await reader.writeWholeSound(recorded, path, ending))) await copyFile(recorded, path)
    } catch (cause) {
      if (ending.aborted) fail('cancelled', 'the app ends')
      throw storageFailure(cause, 'the recording')
    }
  }

  private alive(id: string): void {
    this.forgetRecording(id)
    if (this.closed) return
    const lapse = (): void => {
      this.live.delete(id)
      this.lapsed.add(id)
      this.emitRecordingsChanged()
    }
    this.live.set(id, this.parts.clock.after(silenceMs, lapse))
    // its page was only late, for example after a sleep of the computer: the recording is no longer offered
    if (this.lapsed.delete(id)) this.emitRecordingsChanged()
  }

  private forgetRecording(id: string): void {
    this.live.get(id)?.()
    this.live.delete(id)
  }

  private released(id: string): void {
    if (this.taking.delete(id)) this.emitRecordingsChanged()
  }

  private emitRecordingsChanged(): void {
    if (!this.closed) this.parts.events.emit('recordings.changed', {})
  }

  private schedule(ms: number): void {
    this.cancelPurge?.()
    this.cancelPurge = this.closed ? null : this.parts.clock.after(ms, () => void this.purgeRecordings())
  }

  /** Removes expired discarded recordings and schedules the next run. Never rejects, because a timer calls it. */
  private async purgeRecordings(): Promise<void> {
    const { clock, folder, log } = this.parts
    try {
      const due = (await folder.listRecordings()).flatMap(({ id, discardedAt }) =>
        discardedAt === null ? [] : [{ id, in: discardedAt + binMs - clock.now() }],
      )
      for (const one of due) if (one.in <= 0) await folder.removeRecording(one.id)
      const next = due.map((one) => one.in).filter((ms) => ms > 0)
      if (next.length > 0) this.schedule(Math.min(...next))
    } catch (cause) {
      // a failed removal is tried again at the next start
      log('warn', 'discarded recordings could not be removed', {
        cause: cause instanceof Error ? cause.name : 'unknown',
      })
    }
  }
}
