import { type AppError, appError, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { Listened } from '../../../shared/transcript.ts'
import { unopenedSound } from '../../../shared/unopened-sound.ts'
import { failureOf } from '../../faults.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { hasOneTrack } from '../../media/recording.ts'
import { hasReadableIndex } from '../../media/video-structure.ts'
import type { Ports } from '../../platform.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { type Claim, Claims } from './claims.ts'
import { ListeningMarks } from './listening-marks.ts'
import { notHeardError } from './not-heard-error.ts'
import { checkPiece } from './piece-check.ts'
import { Progress } from './progress.ts'
import type { TranscriptionEvent } from './transcription-event.ts'
import type { TranscriptionStore } from './transcription-store.ts'
import { UncutClaims } from './uncut-claims.ts'

/** Details of `sound_not_cut`. */
const notTaken = 'the gateway refused the file as it is'
const tooLarge = 'too large to send whole'

/** Detail of `busy` for results that are no longer wanted. */
const outdated = 'another page reads it, or it is read anew'

type ListeningEnd = Extract<TranscriptionEvent, { type: 'listened' | 'not-heard' }>

const gone = appError('not_found', 'the recording is not in the library any more')

export interface ListeningParts extends Pick<Ports, 'events' | 'clock' | 'ending'> {
  readonly dataFolder: string
  readonly store: TranscriptionStore
  readonly jobs: TranscriptionJobs
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly settings: SettingsService
  /** Returns true if a job may be sent before its length is known. */
  readonly mayGoAhead: (jobId: string) => boolean
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
      this.reports.delete(id)
      if (parts.store.record(id, { type: 'go-ahead' })) parts.onReady()
    })
  }

  /** Announces to the pages that a recording waits to be analysed, if one does. */
  callForPages(): void {
    if (this.passUnopened()) this.parts.onReady()
    if (this.nextWanted() !== null) this.parts.events.emit('transcription.wanted', {})
  }

  async claim({ pageId }: CallInput<'transcription.claim'>): Promise<CallOutput<'transcription.claim'>> {
    const job = this.nextWanted()
    if (!job) return null
    const pieceBytes = this.pieceBytes
    // claimed before the disk is read, so that no second page can get it
    const held = this.claims.takeClaim(job.id, pageId, pieceBytes)
    const source = this.parts.library.findMedia(job.sourceId ?? '')
    const error = (await this.missing(source)) ?? (await this.unreadable(job.id, source))
    if (!this.claims.isValid(job.id, held)) return await this.claim({ pageId })
    if (source === null || error !== null) {
      this.forgetJob(job.id)
      this.parts.store.record(job.id, { type: 'not-heard', at: this.parts.clock.now(), error: error ?? gone })
      if (job.ahead === true) this.parts.onLength(job.id)
      return await this.claim({ pageId })
    }
    if (job.cut === 'no')
      this.uncut.beginClaim(
        job.id,
        job.ahead !== true && this.parts.mayGoAhead(job.id) && (await this.needsNoCut(job, source, pieceBytes)),
      )
    return {
      jobId: job.id,
      source,
      pieceBytes,
      mustCut: job.cut !== 'no',
      have: job.pieces.map((_, index) => index),
      track: job.sound?.chosen === true ? job.sound.taken : null,
    }
  }

  recordHeard({ audible, jobId, pageId, progress }: CallInput<'transcription.heard'>): null {
    const { store, clock } = this.parts
    this.claimed(jobId, pageId)
    this.uncut.reported(jobId, audible === true)
    this.marks.reached(jobId, progress)
    // the job reports its upload now
    if (store.findJob(jobId)?.ahead === true) return null
    const report = this.reports.get(jobId) ?? new Progress(clock, (part) => store.pass(jobId, { progress: part }))
    this.reports.set(jobId, report)
    report.at(progress, progress === 1)
    return null
  }

  async putPiece(input: CallInput<'transcription.putPiece'>): Promise<null> {
    const { store, ending, imports, library, remover } = this.parts
    const { jobId, pageId, index, from, to } = input
    const { job, claim } = this.claimed(jobId, pageId)
    if (to <= from) fail('invalid_input', 'a piece ends after it begins')
    if (index > job.pieces.length) fail('invalid_input', 'pieces come in order')
    const taken = await imports.takeFile(input.token, async ({ path, temporary }) => {
      await checkPiece(path, claim.pieceBytes)
      return await library.addFile(
        { path, temporary, signal: ending },
        { mime: 'audio/wav', width: null, height: null },
      )
    })
    const media = taken ?? fail('not_found', 'the piece has to be handed over again')
    const before = job.pieces[index]?.mediaId ?? null
    const release = remover.hold(media.id)
    try {
      // the claim may have been released meanwhile, as for another sound track
      if (!this.claims.isValid(jobId, claim)) fail('busy', outdated)
      const put = store.applyEvent(jobId, { type: 'piece-put', index, piece: { from, to, mediaId: media.id } })
      if (!put) fail('cancelled', 'the recording is not listened through any more')
    } finally {
      release()
      await remover.removeUnreferenced(before === null ? [media.id] : [media.id, before])
    }
    return null
  }

  listened({ jobId, pageId, heard }: CallInput<'transcription.listened'>): null {
    const { clock, jobs } = this.parts
    const { job, claim } = this.claimed(jobId, pageId)
    if (isOfOtherTrack(heard, job)) {
      this.forgetJob(jobId)
      // its pieces are of that track too
      if (job.sound && this.parts.store.applyEvent(jobId, { type: 'choose-track', track: job.sound.taken }))
        this.dropPieces(job)
      this.callForPages()
      fail('busy', outdated)
    }
    const source = this.parts.library.findMedia(job.sourceId ?? '') ?? fail('not_found', 'the recording is gone')
    const whole = heard.pieces === 0
    if (!heard.silent && !whole && heard.pieces !== job.pieces.length)
      fail('invalid_input', `${heard.pieces} pieces, of which ${job.pieces.length} are here`)
    if (!heard.silent && whole && (job.cut !== 'no' || source.bytes > claim.pieceBytes))
      fail('invalid_input', 'the recording must be cut')
    const { duration, silent, sound } = heard
    const about = { at: clock.now(), duration, silent, whole, ...(sound === undefined ? {} : { sound }) }
    this.endListening(job, { type: 'listened', ...about }, () => jobs.keepWaveform(jobId, heard.waveform))
    return null
  }

  async notHeard({ jobId, pageId, why }: CallInput<'transcription.notHeard'>): Promise<null> {
    const at = this.parts.clock.now()
    const { job: before, claim } = this.claimed(jobId, pageId)
    const missing = await this.missing(this.parts.library.findMedia(before.sourceId ?? ''))
    if (!this.claims.isValid(jobId, claim)) fail('busy', outdated)
    const { job } = this.claimed(jobId, pageId)
    // a missing file is not damaged
    if (missing !== null) this.endListening(job, { type: 'not-heard', at, error: missing })
    else if (why === 'unknown_format') this.endListening(job, this.unopened(job, claim.pieceBytes))
    else this.endListening(job, { type: 'not-heard', at, error: notHeardError(why) })
    return null
  }

  /** Releases a job that was paused, cancelled or dismissed. */
  forgetJob(jobId: string): void {
    this.claims.release(jobId)
    this.uncut.endClaim(jobId)
    this.marks.endMark(jobId)
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

  /** Resolves to true if a recording can be sent uncut, and only silence could prevent that. */
  private async needsNoCut(job: StoredTranscription, source: MediaItem, pieceBytes: number): Promise<boolean> {
    if (job.cut !== 'no' || job.pieces.length > 0 || source.bytes > pieceBytes) return false
    return await hasOneTrack(await this.parts.library.fileOf(source), source.mime).catch(() => false)
  }

  /** Passes on recordings of kinds that no page opens, without asking a page. Returns true if there were any. */
  private passUnopened(): boolean {
    const { library, store } = this.parts
    let passed = false
    for (const id of store.idsIn(['preparing'])) {
      const job = store.findJob(id)
      const source = library.findMedia(job?.sourceId ?? '')
      if (job?.status !== 'preparing' || source === null || unopenedSound(source.mime) === null) continue
      const next = store.record(id, this.unopened(job, this.pieceBytes))
      if (next === null) continue
      this.afterEnd(job, next)
      passed = true
    }
    return passed
  }

  /**
   * Returns how a recording that no page decodes continues: it is sent whole, because the gateway may accept its
   * format, unless the gateway has refused it already.
   */
  private unopened(job: StoredTranscription, pieceBytes: number): ListeningEnd {
    const at = this.parts.clock.now()
    const why = job.cut === 'refused' ? notTaken : job.bytes > pieceBytes ? tooLarge : null
    if (why === null) return { type: 'listened', at, duration: null, silent: false, whole: true }
    return { type: 'not-heard', at, error: appError('sound_not_cut', why) }
  }

  /** Resolves to an error if a recording cannot be read; null if it can. */
  private async missing(source: MediaItem | null): Promise<AppError | null> {
    if (source === null) return gone
    try {
      await this.parts.library.fileOf(source)
      return null
    } catch (cause) {
      return failureOf(cause)
    }
  }

  /** Resolves to an error if pages must not open an existing recording; null if one may. */
  private async unreadable(jobId: string, source: MediaItem | null): Promise<AppError | null> {
    if (source === null) return null
    const path = await this.parts.library.fileOf(source)
    // the page's reader allocates what the index claims, and would exhaust the window's memory
    if (!(await hasReadableIndex(path).catch(() => true)))
      return appError('sound_not_read', 'the index claims too much')
    return this.marks.beginMark(jobId) ? null : appError('sound_not_read', 'the pages that read it fell silent')
  }

  private get pieceBytes(): number {
    return this.parts.settings.get().pieceMegabytes * 1024 * 1024
  }

  private nextWanted(): StoredTranscription | null {
    const { store } = this.parts
    const waiting = [...store.idsIn(['preparing']), ...store.idsAhead()]
    const id = waiting.find((candidate) => !this.claims.has(candidate))
    return id === undefined ? null : store.findJob(id)
  }

  /**
   * Returns the job claimed by a page. Throws an AppFailure: `busy` if another page has it, `cancelled` if it must not
   * be analysed any more.
   */
  private claimed(jobId: string, pageId: string): { readonly job: StoredTranscription; readonly claim: Claim } {
    const job = this.parts.store.findJob(jobId) ?? fail('not_found', 'no such job')
    if (job.cut === 'refused' && this.uncut.has(jobId)) {
      // the page stops, and pieces are made
      this.forgetJob(jobId)
      this.callForPages()
      fail('busy', 'the gateway refused the uncut recording')
    }
    if (job.status !== 'preparing' && job.ahead !== true)
      fail('cancelled', 'the recording is not listened through any more')
    return { job, claim: this.claims.renewClaim(jobId, pageId) ?? fail('busy', outdated) }
  }

  private endListening(job: StoredTranscription, event: ListeningEnd, also: () => void = () => {}): void {
    const next = this.parts.store.applyEvent(job.id, event, also)
    this.afterEnd(job, next ?? fail('invalid_input', 'there is nothing of it to be sent'))
    this.parts.onReady()
  }

  private afterEnd(job: StoredTranscription, next: StoredTranscription): void {
    this.forgetJob(job.id)
    if (job.ahead === true) this.parts.onLength(job.id)
    const kept = new Set(next.pieces.map(({ mediaId }) => mediaId))
    const dropped = job.pieces.flatMap(({ mediaId }) => (mediaId === null || kept.has(mediaId) ? [] : [mediaId]))
    void this.parts.remover.removeUnreferenced(dropped)
  }
}

/**
 * Returns true if a page read another sound track than the one that is chosen now, though the recording has that one.
 */
function isOfOtherTrack({ sound }: Listened, { sound: wanted }: StoredTranscription): boolean {
  if (sound === undefined || wanted?.chosen !== true || sound.taken === wanted.taken) return false
  return wanted.taken === 'all' || wanted.taken < sound.tracks.length
}
