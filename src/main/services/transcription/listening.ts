import { open } from 'node:fs/promises'
import { type AppError, AppFailure, appError, assertNever, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { unopenedSound } from '../../../shared/unopened-sound.ts'
import { failureOf } from '../../faults.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { hasOneTrack, isPieceOfSound } from '../../media/recording.ts'
import { hasReadableIndex } from '../../media/video-structure.ts'
import type { Ports } from '../../platform.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { Claims } from './claims.ts'
import { ListeningMarks } from './listening-marks.ts'
import { Progress } from './progress.ts'
import type { nextProgress } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'
import { UncutClaims } from './uncut-claims.ts'

/** How much larger than requested a piece may be: it is cut at a silence, and has a header. */
const pieceSlack = 1.1

/** Details of `sound_not_cut`. */
const notTaken = 'the gateway refused the file as it is'
const tooLarge = 'too large to send whole'

const gone = appError('not_found', 'the recording is not in the library any more')

export interface ListeningParts extends Pick<Ports, 'events' | 'clock' | 'ending'> {
  readonly dataFolder: string
  readonly store: TranscriptionStore
  readonly jobs: TranscriptionJobs
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly settings: SettingsService
  /** Called when a job is ready to be sent. */
  readonly onReady: () => void
  /** Called when the length of a recording became known after it was sent. */
  readonly onLength: (jobId: string) => void
}

/**
 * Lets pages decode recordings for the queue, because main has no decoder. One page at a time claims a recording, reads
 * it and cuts it where needed. If it falls silent, another page continues after its last piece.
 */
export class Listening {
  private readonly parts: ListeningParts
  private readonly claims: Claims
  private readonly marks: ListeningMarks
  private readonly reports = new Map<string, Progress>()
  private readonly uncut: UncutClaims

  constructor(parts: ListeningParts) {
    this.parts = parts
    this.marks = new ListeningMarks(parts.dataFolder)
    this.claims = new Claims(parts.clock, () => this.callForPages())
    this.uncut = new UncutClaims(parts.clock, (id) => {
      if (parts.store.record(id, { type: 'go-ahead' })) parts.onReady()
    })
  }

  /** Announces to the pages that a recording waits to be analysed, if one does. */
  callForPages(): void {
    this.passUnopened()
    if (this.nextWanted() !== null) this.parts.events.emit('transcription.wanted', {})
  }

  async claim({ pageId }: CallInput<'transcription.claim'>): Promise<CallOutput<'transcription.claim'>> {
    const job = this.nextWanted()
    if (!job) return null
    const pieceBytes = this.pieceBytes
    // claimed before the disk is read, so that no second page can get it
    this.claims.take(job.id, pageId, pieceBytes)
    const source = this.parts.library.find(job.sourceId ?? '')
    const error = (await this.missing(source)) ?? (await this.unreadable(job.id, source))
    if (source === null || error !== null) {
      this.forget(job.id)
      this.parts.store.record(job.id, { type: 'not-heard', at: this.parts.clock.now(), error: error ?? gone })
      if (job.ahead === true) this.parts.onLength(job.id)
      return await this.claim({ pageId })
    }
    if (job.cut === 'no')
      this.uncut.begin(job.id, job.ahead !== true && (await this.needsNoCut(job, source, pieceBytes)))
    return {
      jobId: job.id,
      source,
      pieceBytes,
      mustCut: job.cut !== 'no',
      have: job.pieces.map((_, index) => index),
      track: job.sound?.chosen === true ? job.sound.taken : null,
    }
  }

  heard({ audible, jobId, pageId, progress }: CallInput<'transcription.heard'>): null {
    const { store, clock } = this.parts
    this.claimed(jobId, pageId)
    this.uncut.reported(jobId, audible === true)
    this.marks.reached(jobId, progress)
    const report = this.reports.get(jobId) ?? new Progress(clock, (part) => store.pass(jobId, { progress: part }))
    this.reports.set(jobId, report)
    report.at(progress, progress === 1)
    return null
  }

  async putPiece(input: CallInput<'transcription.putPiece'>): Promise<null> {
    const { store, ending, imports, library, remover } = this.parts
    const { jobId, pageId, index, from, to } = input
    const { job, pieceBytes } = this.claimed(jobId, pageId)
    if (to <= from) fail('invalid_input', 'a piece ends after it begins')
    if (index > job.pieces.length) fail('invalid_input', 'pieces come in order')
    const taken = await imports.take(input.token, async ({ path, temporary }) => {
      await checkPiece(path, pieceBytes * pieceSlack)
      return await library.addFile(
        { path, temporary, signal: ending },
        { mime: 'audio/wav', width: null, height: null },
      )
    })
    const media = taken ?? fail('not_found', 'the piece has to be handed over again')
    const before = job.pieces[index]?.mediaId ?? null
    const release = remover.hold(media.id)
    try {
      const put = store.apply(jobId, { type: 'piece-put', index, piece: { from, to, mediaId: media.id } })
      if (!put) fail('cancelled', 'the recording is not listened through any more')
    } finally {
      release()
      await remover.removeUnreferenced(before === null ? [media.id] : [media.id, before])
    }
    return null
  }

  listened({ jobId, pageId, heard }: CallInput<'transcription.listened'>): null {
    const { clock, jobs } = this.parts
    const { job, pieceBytes } = this.claimed(jobId, pageId)
    const source = this.parts.library.find(job.sourceId ?? '') ?? fail('not_found', 'the recording is gone')
    const whole = heard.pieces === 0
    if (!heard.silent && !whole && heard.pieces !== job.pieces.length)
      fail('invalid_input', `${heard.pieces} pieces, of which ${job.pieces.length} are here`)
    if (!heard.silent && whole && (job.cut !== 'no' || source.bytes > pieceBytes))
      fail('invalid_input', 'the recording must be cut')
    const { duration, silent, sound } = heard
    const about = { at: clock.now(), duration, silent, whole, ...(sound === undefined ? {} : { sound }) }
    this.end(job, { type: 'listened', ...about }, () => jobs.keepWaveform(jobId, heard.waveform))
    return null
  }

  async notHeard({ jobId, pageId, why }: CallInput<'transcription.notHeard'>): Promise<null> {
    const at = this.parts.clock.now()
    const { job: before } = this.claimed(jobId, pageId)
    const missing = await this.missing(this.parts.library.find(before.sourceId ?? ''))
    const { job, pieceBytes } = this.claimed(jobId, pageId)
    // a missing file is not damaged
    if (missing !== null) this.end(job, { type: 'not-heard', at, error: missing })
    else if (why === 'unknown_format') this.unopened(job, pieceBytes)
    else this.end(job, { type: 'not-heard', at, error: notHeardError(why) })
    return null
  }

  /** Releases a job that was paused, cancelled or dismissed. */
  forget(jobId: string): void {
    this.claims.release(jobId)
    this.uncut.end(jobId)
    this.marks.end(jobId)
    this.reports.delete(jobId)
  }

  /** Removes the pieces of a job that is analysed once more. */
  dropPieces({ pieces }: StoredTranscription): void {
    void this.parts.remover.removeUnreferenced(pieces.flatMap(({ mediaId }) => mediaId ?? []))
  }

  close(): void {
    this.uncut.close()
    this.claims.close()
    this.marks.close()
  }

  /** Whether a recording can be sent as it is, and nothing but silence could keep it from that. */
  private async needsNoCut(job: StoredTranscription, source: MediaItem, pieceBytes: number): Promise<boolean> {
    if (job.cut !== 'no' || job.pieces.length > 0 || source.bytes > pieceBytes) return false
    return await hasOneTrack(await this.parts.library.fileOf(source), source.mime).catch(() => false)
  }

  /** Sends recordings of kinds that no page opens as they are, without asking a page. */
  private passUnopened(): void {
    const { library, store } = this.parts
    for (const id of store.idsIn(['preparing'])) {
      const job = store.find(id)
      const source = library.find(job?.sourceId ?? '')
      if (job !== null && source !== null && unopenedSound(source.mime) !== null) this.unopened(job, this.pieceBytes)
    }
  }

  /** The gateway may accept a format that no page decodes, unless it has refused the file already. */
  private unopened(job: StoredTranscription, pieceBytes: number): void {
    const at = this.parts.clock.now()
    const why = job.cut === 'refused' ? notTaken : job.bytes > pieceBytes ? tooLarge : null
    if (why === null) this.end(job, { type: 'listened', at, duration: null, silent: false, whole: true })
    else this.end(job, { type: 'not-heard', at, error: appError('sound_not_cut', why) })
  }

  /** Error when a recording cannot be read; null when it can. */
  private async missing(source: MediaItem | null): Promise<AppError | null> {
    if (source === null) return gone
    try {
      await this.parts.library.fileOf(source)
      return null
    } catch (cause) {
      return failureOf(cause)
    }
  }

  /** Error when pages must not open an existing recording; null when one may. */
  private async unreadable(jobId: string, source: MediaItem | null): Promise<AppError | null> {
    if (source === null) return null
    const path = await this.parts.library.fileOf(source)
    // the page's reader allocates what the index claims, and would exhaust the window's memory
    if (!(await hasReadableIndex(path).catch(() => true)))
      return appError('sound_not_read', 'the index claims too much')
    return this.marks.begin(jobId) ? null : appError('sound_not_read', 'the pages that read it fell silent')
  }

  private get pieceBytes(): number {
    return this.parts.settings.get().pieceMegabytes * 1024 * 1024
  }

  private nextWanted(): StoredTranscription | null {
    const { store } = this.parts
    const waiting = [...store.idsIn(['preparing']), ...store.idsAhead()]
    const id = waiting.find((candidate) => !this.claims.has(candidate))
    return id === undefined ? null : store.find(id)
  }

  /**
   * The job claimed by a page. Throws an AppFailure: `busy` when another page has it, `cancelled` when it must not be
   * analysed any more.
   */
  private claimed(jobId: string, pageId: string): { readonly job: StoredTranscription; readonly pieceBytes: number } {
    const job = this.parts.store.find(jobId) ?? fail('not_found', 'no such job')
    if (job.cut === 'refused' && this.uncut.has(jobId)) {
      // the page stops, and pieces are made
      this.forget(jobId)
      this.callForPages()
      fail('busy', 'the gateway refused the uncut recording')
    }
    if (job.status !== 'preparing' && job.ahead !== true)
      fail('cancelled', 'the recording is not listened through any more')
    const claim = this.claims.keep(jobId, pageId, this.pieceBytes) ?? fail('busy', 'another page listens through it')
    return { job, pieceBytes: claim.pieceBytes }
  }

  private end(
    job: StoredTranscription,
    event: Parameters<typeof nextProgress>[1] & { readonly type: 'listened' | 'not-heard' },
    also: () => void = () => {},
  ): void {
    const { store, remover } = this.parts
    const next = store.apply(job.id, event, also) ?? fail('invalid_input', 'there is nothing of it to be sent')
    this.forget(job.id)
    if (job.ahead === true) this.parts.onLength(job.id)
    const kept = new Set(next.pieces.map(({ mediaId }) => mediaId))
    const dropped = job.pieces.flatMap(({ mediaId }) => (mediaId === null || kept.has(mediaId) ? [] : [mediaId]))
    void remover.removeUnreferenced(dropped)
    this.parts.onReady()
  }
}

function notHeardError(why: Exclude<CallInput<'transcription.notHeard'>['why'], 'unknown_format'>): AppError {
  switch (why) {
    case 'not_sound':
      return appError('not_sound', 'no sound that can be read')
    case 'no_sound_track':
      return appError('no_sound_track', 'a film without sound')
    case 'damaged':
      return appError('sound_damaged', 'it breaks off or is damaged')
    case 'not_read':
      return appError('sound_not_read', 'the reader fell silent')
    default:
      return assertNever(why, 'reason')
  }
}

async function checkPiece(path: string, bytesMax: number): Promise<void> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppFailure(appError('file_refused', 'the piece cannot be read'), { cause })
  })
  try {
    const { size } = await file.stat()
    const head = new Uint8Array(256)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    if (!isPieceOfSound(head.subarray(0, bytesRead))) fail('file_refused', 'a piece is WAV of 16 kHz, 16 bits, mono')
    if (size > bytesMax) fail('file_refused', `${size} bytes, of at most ${Math.floor(bytesMax)}`)
  } finally {
    await file.close()
  }
}
