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
  type TranscriptionAsk,
} from '../../gateway/transcriptions.ts'
import { abortable } from '../../jobs/waiting.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { AnswerFormat, ModelFormats } from '../../storage/model-formats.ts'
import type { StoredTranscription } from '../../storage/transcription-jobs.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'
import type { PieceAnswers } from './piece-answers.ts'
import { Progress } from './progress.ts'
import type { TranscriptWriter } from './transcript-writer.ts'
import { nextPiece } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'

/** Length of the previous text sent as prompt with the next piece, so that names and spelling continue. */
const promptTailMax = 200

export interface PieceSenderParts extends Pick<Ports, 'clock' | 'fetch' | 'random'> {
  readonly answerReader: AnswerReader
  readonly store: TranscriptionStore
  readonly answers: PieceAnswers
  readonly writer: TranscriptWriter
  readonly keeper: KeepsAnswers
  readonly formats: ModelFormats
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly settings: Pick<SettingsService, 'get'>
  readonly requests: Pick<RequestLog, 'about'>
}

/** Sends the pieces of recordings, one attempt each, and stores each answer before anything else is sent. */
export class PieceSender {
  private readonly parts: PieceSenderParts
  constructor(parts: PieceSenderParts) {
    this.parts = parts
  }

  /**
   * Makes one attempt at the next piece and handles its outcome. Returns the job, or null if it was released. Sends
   * nothing if the queues were paused meanwhile.
   */
  async send(id: string, signal: AbortSignal): Promise<StoredTranscription | null> {
    const { answers, store, clock, fetch, keeper } = this.parts
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
    if (answer.ok) return answers.received(id, index, answer.value, kept)
    return signal.aborted ? null : this.failed(job, prepared.ask.format, answer.error)
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

  /** Returns true if no page opens the recording, so that it can only be sent as it is. */
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

/** Returns the next simpler answer format after a refusal; null if there is none. */
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
