import { isDiarizing } from '../../../shared/diarizing-model.ts'
import { type AppError, AppFailure, fail } from '../../../shared/errors.ts'
import { extensionOf } from '../../../shared/media-types.ts'
import { sentType, unopenedSound } from '../../../shared/unopened-sound.ts'
import { endOf } from '../../../shared/writing.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import { decide } from '../../gateway/retry-policy.ts'
import {
  asksForSpeakers,
  refusesFile,
  refusesFormat,
  refusesWordTimes,
  requestTranscription,
  type TranscriptionAsk,
} from '../../gateway/transcriptions.ts'
import { paidAttempt } from '../../jobs/paid-attempt.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { AnswerFormat, ModelFormats } from '../../storage/model-formats.ts'
import type { StoredTranscription } from '../../storage/transcription-jobs.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'
import type { PieceAnswers } from './piece-answers.ts'
import { Progress } from './progress.ts'
import type { SendingAllowance } from './sending-allowance.ts'
import type { TranscriptWriter } from './transcript-writer.ts'
import type { TranscriptionEvent } from './transcription-event.ts'
import { nextPiece } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'
import { mayBeCharged } from './watch/send-policy.ts'

/** Length of the previous text sent as prompt with the next piece, so that names and spelling continue. */
const promptTailMax = 200

export interface PieceSenderParts extends Pick<Ports, 'clock' | 'events' | 'fetch' | 'random'> {
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
  readonly allowance: SendingAllowance
}

/** Sends the pieces of recordings, one attempt each, and stores each answer before anything else is sent. */
export class PieceSender {
  private readonly parts: PieceSenderParts
  constructor(parts: PieceSenderParts) {
    this.parts = parts
  }

  /**
   * Makes one attempt at the next piece and handles its outcome. Returns the job, or null if it was released. Sends
   * nothing if the queues were paused meanwhile. A piece that the allowance refuses pauses its job.
   */
  async sendPiece(id: string, signal: AbortSignal): Promise<StoredTranscription | null> {
    const { allowance, answerReader, answers, clock, settings, store } = this.parts
    const index =
      nextPiece(store.findJob(id) ?? fail('not_found', 'no such job')) ?? fail('internal', 'no piece is left')
    const progress = new Progress(clock, (part) => store.pass(id, { progress: part }))
    const onUpload = (part: number): void => progress.at(part, part >= 1)
    const isRefused = (): boolean => {
      const job = store.findJob(id)
      return job !== null && !allowance.allows(job, index)
    }
    const charges: string[] = []
    const end = await paidAttempt(
      {
        ...this.parts,
        kind: 'transcription',
        store: {
          applyEvent: (job, event: Extract<TranscriptionEvent, { type: 'sent' }>) =>
            store.applyEvent(job, event, (next) => {
              charges.push(...allowance.charge(next, index))
            }),
          record: (job, event) => store.record(job, event),
        },
      },
      {
        ...{ id, part: index, signal },
        prepare: () => this.prepared(id, index),
        isPaused: () => settings.get().queuesPaused || isRefused(),
        sent: () => ({ type: 'sent' as const, at: clock.now(), index }),
        send: ({ access, ask }, _, io) => requestTranscription(access, ask, { ...io, reader: answerReader, onUpload }),
      },
    )
    switch (end.type) {
      case 'paused':
        return settings.get().queuesPaused ? store.findJob(id) : this.rested(id)
      case 'over':
        return null
      case 'unsent':
        return end.job
      case 'failed': {
        const job = this.attemptFailed(end.job, end.prepared.ask.format, end.error)
        if (job?.status !== 'unknown' && !mayBeCharged(end.error.code)) allowance.takeBack(charges)
        return job
      }
      case 'answered':
        return answers.received(id, index, end.value, end.kept)
    }
  }

  /** Pauses a job that the allowance does not let continue. */
  private rested(id: string): StoredTranscription | null {
    const { allowance, store } = this.parts
    allowance.hold(id)
    return store.record(id, { type: 'pause' })
  }

  private async prepared(
    id: string,
    index: number,
  ): Promise<{ readonly access: GatewayAccess; readonly ask: TranscriptionAsk }> {
    const { store, connections, formats, library, writer } = this.parts
    const job = store.findJob(id) ?? fail('not_found', 'no such job')
    const { connectionId, language, model, prompt, temperature } = job.request
    const piece = job.pieces[index]
    const mediaId = piece?.whole ? job.sourceId : piece?.mediaId
    const media = library.findMedia(mediaId ?? '') ?? fail('not_found', 'the recording is not in the library any more')
    const said = endOf(writer.textBefore(job, index), promptTailMax)
    const format = formats.get(connectionId, model)
    return {
      access: await connections.access(connectionId),
      ask: {
        model,
        path: await library.fileOf(media),
        // the original name stays private; the extension shows the format
        fileName: `recording${media.mime === 'audio/webm' ? '.webm' : extensionOf(media.mime)}`,
        mime: sentType(media.mime),
        language,
        // models that tell speakers apart refuse a prompt
        prompt: format === 'speakers' ? null : [prompt ?? '', said].filter((text) => text !== '').join(' ') || null,
        temperature,
        format,
      },
    }
  }

  /** Returns true if no page opens the recording, so that it can only be sent as it is. */
  private nothingCuts({ sourceId, unopened }: StoredTranscription): boolean {
    return unopened === true || unopenedSound(this.parts.library.findMedia(sourceId ?? '')?.mime ?? '') !== null
  }

  private attemptFailed(job: StoredTranscription, format: AnswerFormat, error: AppError): StoredTranscription | null {
    const { store, clock, events, formats, random } = this.parts
    const { connectionId, model } = job.request
    const nothingCuts = this.nothingCuts(job)
    if (nothingCuts && (error.code === 'too_large' || (error.code === 'bad_request' && refusesFile(error))))
      return store.record(job.id, failure(clock.now(), { ...error, code: 'sound_not_cut', detail: notTaken }))
    // neither was charged, because the form of the request was refused
    if (!nothingCuts && (error.code === 'too_large' || refusesFile(error))) {
      const cut = store.record(job.id, { type: 'must-cut' })
      if (cut) return cut
    }
    const simpler = refusesFormat(error) ? otherFormat(format, error, model) : null
    if (simpler !== null) {
      try {
        formats.set(connectionId, model, simpler)
        events.emit('transcription.modelNoted', {})
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

/**
 * Returns the answer format to try after a refusal; null if there is none. Ends after at most four: a model that is not
 * named after speakers gets their format when it asks for it, and `json` when it refuses that too.
 */
function otherFormat(format: AnswerFormat, error: AppError, model: string): AnswerFormat | null {
  switch (format) {
    case 'speakers':
      return isDiarizing(model) ? 'words' : 'json'
    case 'words':
    case 'segments':
      if (asksForSpeakers(error) && !isDiarizing(model)) return 'speakers'
      return format === 'words' && refusesWordTimes(error) ? 'segments' : 'json'
    case 'json':
      return 'text'
    case 'text':
      return null
  }
}
