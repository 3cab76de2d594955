import { type AppError, AppFailure, fail } from '../../../shared/errors.ts'
import { extensionOf } from '../../../shared/media-types.ts'
import { sentType, unopenedSound } from '../../../shared/unopened-sound.ts'
import { endOf } from '../../../shared/writing.ts'
import { failureOf } from '../../faults.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import { decide } from '../../gateway/retry-policy.ts'
import {
  refusesFile,
  refusesFormat,
  refusesWordTimes,
  requestTranscription,
  type TranscriptionAnswer,
  type TranscriptionAsk,
} from '../../gateway/transcriptions.ts'
import { abortable } from '../../jobs/waiting.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { AnswerFormat, ModelFormats } from '../../storage/model-formats.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import { Progress } from './progress.ts'
import { textAnswer } from './stored-answer.ts'
import type { TranscriptWriter } from './transcript-writer.ts'
import { nextPiece } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'

/** Length of the previous text sent as prompt with the next piece, so that names and spelling continue. */
const promptTailMax = 200

export interface PieceSenderParts extends Pick<Ports, 'events' | 'clock' | 'fetch' | 'random' | 'log'> {
  readonly database: Pick<Database, 'durably'>
  readonly jobs: Pick<TranscriptionJobs, 'answerOf'>
  readonly answerReader: AnswerReader
  readonly store: TranscriptionStore
  readonly writer: TranscriptWriter
  readonly keeper: KeepsAnswers
  readonly formats: ModelFormats
  readonly transcripts: Pick<Transcripts, 'ofJob'>
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly connections: ConnectionsService
  readonly settings: Pick<SettingsService, 'get'>
  readonly requests: Pick<RequestLog, 'about'>
  readonly spending: Pick<SpendingService, 'record'>
}

/** Sends the pieces of recordings, one attempt each, and stores each answer before anything else is sent. */
export class PieceSender {
  private readonly parts: PieceSenderParts
  /**
   * Received answers that the disk refused. They are lost when the app ends, so storing them is tried again before
   * that.
   */
  private readonly held = new Map<
    string,
    { readonly index: number; readonly answer: TranscriptionAnswer; readonly kept: StoredAnswer | null }
  >()

  constructor(parts: PieceSenderParts) {
    this.parts = parts
  }

  /**
   * Makes one attempt at the next piece and handles its outcome. Returns the job, or null when it was released. Sends
   * nothing where the queues were paused meanwhile.
   */
  async send(id: string, signal: AbortSignal): Promise<StoredTranscription | null> {
    const { store, clock, fetch, keeper } = this.parts
    let kept: StoredAnswer | null = null
    let prepared: { readonly access: GatewayAccess; readonly ask: TranscriptionAsk }
    let job: StoredTranscription | null
    const index = nextPiece(store.find(id) ?? fail('not_found', 'no such job')) ?? fail('internal', 'no piece is left')
    try {
      prepared = await abortable(this.prepared(id, index), signal)
      if (this.parts.settings.get().queuesPaused) return store.find(id)
      // durable before the gateway receives the request, so that a crash leaves a record of the attempt
      job = store.apply(id, { type: 'sent', at: clock.now(), index })
    } catch (cause) {
      return signal.aborted ? null : store.record(id, { type: 'not-sent', at: clock.now(), error: failureOf(cause) })
    }
    if (!job) return null
    const progress = new Progress(clock, (part) => store.pass(id, { progress: part }))
    const answer = await requestTranscription(prepared.access, prepared.ask, {
      reader: this.parts.answerReader,
      fetch,
      clock,
      signal,
      record: this.parts.requests.about({ kind: 'transcription', itemId: id, model: prepared.ask.model }),
      keep: async (raw) => {
        kept = await keeper.keep({ kind: 'transcription', ownerId: id, part: index }, raw)
      },
      onUpload: (part) => progress.at(part, part >= 1),
    })
    if (answer.ok) return this.answered(id, index, answer.value, kept)
    return signal.aborted ? null : this.failed(job, prepared.ask.format, answer.error)
  }

  /** Stores an answer that the disk refused earlier. Throws an AppFailure when it still does. */
  keepHeld(id: string): void {
    const held = this.held.get(id)
    if (held) this.keep(id, held.index, held.answer, held.kept, 'settled')
  }

  /**
   * Reads the kept answers of a job again, also truncated ones, perhaps with a newer version of the app. Costs nothing.
   * Throws an AppFailure when nothing can be read.
   */
  async readAgain(id: string): Promise<void> {
    const { store } = this.parts
    let read = 0
    for (const kept of this.unread(id)) {
      const job = store.find(id) ?? fail('not_found', 'no such job')
      const isDone = job.pieces[kept.part]?.state === 'done'
      if (!isDone && kept.part !== nextPiece(job)) continue
      const answer = await this.readKept(kept)
      if (answer === null) continue
      const isUsed = isDone
        ? this.replaceText(job, answer, kept)
        : this.keep(id, kept.part, answer, kept, 'settled') !== null
      if (isUsed) read += 1
    }
    if (read === 0) fail('not_a_gateway', 'nothing that is kept can be read')
  }

  /**
   * Makes the kept answers of a job the text of its transcript, read as far as they can be. They stay kept, so that they
   * can be read again. Costs nothing. Throws an AppFailure when none is kept.
   */
  async keepAsText(id: string): Promise<void> {
    const { keeper, store } = this.parts
    let used = 0
    for (const kept of this.unread(id)) {
      if (kept.part !== nextPiece(store.find(id) ?? fail('not_found', 'no such job'))) continue
      const raw = new TextDecoder().decode(await keeper.bodyOf(kept))
      const answer = (await this.readKept(kept)) ?? { heard: textAnswer(raw), raw }
      if (this.keep(id, kept.part, answer, kept, 'unread') !== null) used += 1
    }
    if (used === 0) fail('not_found', 'no answer is kept')
  }

  /** Kept answers that are not read, the latest first. */
  private unread(id: string): readonly StoredAnswer[] {
    return this.parts.keeper
      .of('transcription', id)
      .filter(({ state }) => state === 'unread')
      .toReversed()
  }

  private async readKept(kept: StoredAnswer): Promise<TranscriptionAnswer | null> {
    const { answerReader, keeper } = this.parts
    return await answerReader.transcription(await keeper.bodyOf(kept), [], true).catch(() => null)
  }

  /** Reads an answer again that was kept as text, unless that text was edited. */
  private replaceText(job: StoredTranscription, answer: TranscriptionAnswer, kept: StoredAnswer): boolean {
    const { database, events, jobs, keeper, writer } = this.parts
    // the text is that of another answer
    if (jobs.answerOf(job.id, kept.part) !== answer.raw) return false
    const transcriptId = database.durably(() => writer.rewrite(job))
    if (transcriptId === null) return false
    void keeper.settle(kept, answer.heard.leftovers ?? null)
    events.emit('transcripts.changed', { transcriptId })
    return true
  }

  /** Removes piece files that are no longer needed. */
  releasePieces(id: string): void {
    const { store, remover } = this.parts
    const media = (store.find(id)?.pieces ?? []).flatMap(({ mediaId }) => mediaId ?? [])
    this.held.delete(id)
    if (media.length > 0 && store.record(id, { type: 'released' })) void remover.removeUnreferenced(media)
  }

  private async prepared(
    id: string,
    index: number,
  ): Promise<{ readonly access: GatewayAccess; readonly ask: TranscriptionAsk }> {
    const { store, connections, formats, library, writer } = this.parts
    const job = store.find(id) ?? fail('not_found', 'no such job')
    const { connectionId, language, model, prompt, temperature } = job.request
    const piece = job.pieces[index]
    const mediaId = piece?.whole ? job.sourceId : piece?.mediaId
    const media = library.find(mediaId ?? '') ?? fail('not_found', 'the recording is not in the library any more')
    const said = endOf(writer.textBefore(job, index), promptTailMax)
    return {
      access: await connections.access(connectionId),
      ask: {
        model,
        path: await library.fileOf(media),
        // the original name stays private; the extension shows the format
        fileName: `recording${media.mime === 'audio/webm' ? '.webm' : extensionOf(media.mime)}`,
        mime: sentType(media.mime),
        language,
        prompt: [prompt ?? '', said].filter((text) => text !== '').join(' ') || null,
        temperature,
        format: formats.get(connectionId, model),
      },
    }
  }

  private answered(
    id: string,
    index: number,
    answer: TranscriptionAnswer,
    kept: StoredAnswer | null,
  ): StoredTranscription | null {
    const { store, clock, log } = this.parts
    try {
      return this.keep(id, index, answer, kept, 'settled')
    } catch (cause) {
      const error = failureOf(cause)
      log('error', 'transcript could not be kept', { code: error.code })
      this.held.set(id, { index, answer, kept })
      return store.record(id, { type: 'attempt-failed', at: clock.now(), error, decision: { action: 'stop' } })
    }
  }

  private keep(
    id: string,
    index: number,
    answer: TranscriptionAnswer,
    kept: StoredAnswer | null,
    then: 'settled' | 'unread',
  ): StoredTranscription | null {
    const { store, clock, events, keeper, writer } = this.parts
    const now = clock.now()
    const mayMiss = answer.heard.isCut === true || keeper.of('transcription', id).some((one) => one.id !== kept?.id)
    let transcriptId: string | null = null
    const { duration } = answer.heard
    const job = store.apply(id, { type: 'answered', at: now, index, duration }, (next) => {
      transcriptId = writer.add(next, index, answer, now, mayMiss)
    })
    this.held.delete(id)
    this.spent(id, index, duration)
    // the answer is now stored with its piece
    if (job !== null && then === 'settled') void keeper.settle(kept, answer.heard.leftovers ?? null)
    if (transcriptId !== null) events.emit('transcripts.changed', { transcriptId })
    if (job?.status === 'done') this.releasePieces(id)
    return job
  }

  /** Counts a recording whose length became known after it was sent, and bounds its times by that length. */
  lengthKnown(id: string): void {
    const { database, events, store, transcripts, writer } = this.parts
    const job = store.find(id)
    if (job?.pieces[0]?.state === 'done') {
      this.spent(id, 0, null)
      if (job.duration !== null && writer.exceeds(id, job.duration)) database.durably(() => writer.rewrite(job))
    }
    const transcript = transcripts.ofJob(id)
    if (transcript !== null) events.emit('transcripts.changed', { transcriptId: transcript.id })
  }

  /** A piece is counted once, by its length. */
  private spent(id: string, index: number, heard: number | null): void {
    const { store, clock, spending } = this.parts
    const job = store.find(id)
    const piece = job?.pieces[index]
    if (job === null || piece === undefined) return
    const { connectionId, model } = job.request
    // the analysis tells it; the row could not be changed afterwards
    if (job.ahead === true && piece.to === 0 && heard === null) return
    const soundMs = Math.round(piece.to > piece.from ? piece.to - piece.from : (heard ?? 0))
    const row = { at: clock.now(), kind: 'transcription', model, connectionId, itemId: id, soundMs } as const
    spending.record({ id: `transcription:${id}:${index}`, ...row })
  }

  /** Whether no page opens the recording, so that it can only be sent as it is. */
  private nothingCuts({ sourceId, unopened }: StoredTranscription): boolean {
    return unopened === true || unopenedSound(this.parts.library.find(sourceId ?? '')?.mime ?? '') !== null
  }

  private failed(job: StoredTranscription, format: AnswerFormat, error: AppError): StoredTranscription | null {
    const { store, clock, formats, random } = this.parts
    const { connectionId, model } = job.request
    const nothingCuts = this.nothingCuts(job)
    if (nothingCuts && (error.code === 'too_large' || (error.code === 'bad_request' && refusesFile(error))))
      return store.record(job.id, failure(clock.now(), { ...error, code: 'sound_not_cut', detail: notTaken }))
    // neither was charged, because the form of the request was refused
    if (!nothingCuts && (error.code === 'too_large' || refusesFile(error))) {
      const cut = store.record(job.id, { type: 'must-cut' })
      if (cut) return cut
    }
    const simpler = refusesFormat(error) ? simplerFormat(format, error) : null
    if (simpler !== null) {
      try {
        formats.set(connectionId, model, simpler)
      } catch (cause) {
        if (!(cause instanceof AppFailure)) throw cause
        // without the record the piece would be sent endlessly
        return store.record(job.id, failure(clock.now(), cause.error))
      }
      return store.record(job.id, { type: 'other-format' })
    }
    const decision = decide({ kind: 'words', error, shown: false, attempt: job.attempts }, random)
    return store.record(job.id, { type: 'attempt-failed', at: clock.now(), error, decision })
  }
}

/** Detail of `sound_not_cut`. */
const notTaken = 'the gateway refused the file as it is'

function failure(at: number, error: AppError) {
  return { type: 'attempt-failed', at, error, decision: { action: 'stop' } } as const
}

/** The next simpler answer format after a refusal; null when there is none. */
function simplerFormat(format: AnswerFormat, error: AppError): AnswerFormat | null {
  switch (format) {
    case 'words':
      return refusesWordTimes(error) ? 'segments' : 'json'
    case 'segments':
      return 'json'
    case 'json':
      return 'text'
    case 'text':
      return null
  }
}
