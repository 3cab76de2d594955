import { fail } from '../../../shared/errors.ts'
import { type Leftovers, noLeftovers } from '../../../shared/kept-answer.ts'
import { failureOf } from '../../faults.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import { hasWords } from '../../gateway/heard-answer.ts'
import type { TranscriptionAnswer } from '../../gateway/transcriptions.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import type { SpendingService } from '../spending/index.ts'
import { textAnswer } from './stored-answer.ts'
import type { TranscriptWriter } from './transcript-writer.ts'
import { nextPiece } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'

export interface PieceAnswersParts extends Pick<Ports, 'events' | 'clock' | 'log'> {
  readonly database: Pick<Database, 'durably'>
  readonly jobs: Pick<TranscriptionJobs, 'answerOf'>
  readonly answerReader: AnswerReader
  readonly store: TranscriptionStore
  readonly writer: TranscriptWriter
  readonly keeper: KeepsAnswers
  readonly transcripts: Pick<Transcripts, 'ofJob'>
  readonly remover: MediaRemover
  readonly spending: Pick<SpendingService, 'record'>
}

/** Stores the answers to pieces, including kept ones that are read later. Nothing of it costs anything. */
export class PieceAnswers {
  private readonly parts: PieceAnswersParts
  /**
   * Received answers that the disk refused. They are lost when the app ends, so storing them is tried again before
   * that.
   */
  private readonly held = new Map<
    string,
    { readonly index: number; readonly answer: TranscriptionAnswer; readonly kept: StoredAnswer | null }
  >()

  constructor(parts: PieceAnswersParts) {
    this.parts = parts
  }

  /**
   * Stores the answer to a piece, and then removes its kept body. An answer that the disk refuses is held in memory,
   * and its job fails.
   */
  received(
    id: string,
    index: number,
    answer: TranscriptionAnswer,
    kept: StoredAnswer | null,
  ): StoredTranscription | null {
    const { store, clock, log } = this.parts
    try {
      return this.storePiece(id, index, answer, kept, 'settled')
    } catch (cause) {
      const error = failureOf(cause)
      log('error', 'transcript could not be kept', { code: error.code })
      this.held.set(id, { index, answer, kept })
      return store.record(id, { type: 'attempt-failed', at: clock.now(), error, decision: { action: 'stop' } })
    }
  }

  private storePiece(
    id: string,
    index: number,
    answer: TranscriptionAnswer,
    kept: StoredAnswer | null,
    then: 'settled' | 'unread',
  ): StoredTranscription | null {
    const { store, clock, events, keeper, writer } = this.parts
    const now = clock.now()
    const mayMiss =
      answer.heard.isCut === true || keeper.answersOf('transcription', id).some((one) => one.id !== kept?.id)
    let transcriptId: string | null = null
    const { duration } = answer.heard
    const job = store.applyEvent(id, { type: 'answered', at: now, index, duration }, (next) => {
      transcriptId = writer.addAnswer(next, index, answer, now, mayMiss)
    })
    this.held.delete(id)
    this.spent(id, index, duration)
    // the answer is now stored with its piece
    if (job !== null && then === 'settled') void keeper.recordRead(kept, leftoversIn(answer))
    if (transcriptId !== null) events.emit('transcripts.changed', { transcriptId })
    if (job?.status === 'done') this.releasePieces(id)
    return job
  }

  /** Counts a recording whose length became known after it was sent, and bounds its times by that length. */
  lengthKnown(id: string): void {
    const { events, store, transcripts } = this.parts
    const job = store.findJob(id)
    if (job?.pieces[0]?.state === 'done') {
      this.spent(id, 0, null)
      this.bound(job)
    }
    const transcript = transcripts.ofJob(id)
    if (transcript !== null) events.emit('transcripts.changed', { transcriptId: transcript.id })
  }

  private bound(job: StoredTranscription): void {
    const { database, log, writer } = this.parts
    if (job.duration === null || !writer.exceeds(job.id, job.duration)) return
    try {
      database.durably(() => writer.rewrite(job))
    } catch (cause) {
      // the text stays, with the times of the gateway
      log('error', 'times could not be bounded', { code: failureOf(cause).code })
    }
  }

  /** Counts a piece once, by its length. */
  private spent(id: string, index: number, heard: number | null): void {
    const { store, clock, spending } = this.parts
    const job = store.findJob(id)
    const piece = job?.pieces[index]
    if (job === null || piece === undefined) return
    const { connectionId, model } = job.request
    // the analysis will report the length, and the row could not be changed afterwards
    if (job.ahead === true && piece.to === 0 && heard === null) return
    const soundMs = Math.round(piece.to > piece.from ? piece.to - piece.from : (heard ?? 0))
    const row = { at: clock.now(), kind: 'transcription', model, connectionId, itemId: id, soundMs } as const
    spending.record({ id: `transcription:${id}:${index}`, ...row })
  }

  /** Stores an answer that the disk refused earlier. Throws an AppFailure if it still does. */
  keepHeld(id: string): void {
    const held = this.held.get(id)
    if (held) this.storePiece(id, held.index, held.answer, held.kept, 'settled')
  }

  /**
   * Reads the kept answers of a job again, also truncated ones, perhaps with a newer version of the app. Costs nothing.
   * Throws an AppFailure when nothing can be read.
   */
  async rereadPieces(id: string): Promise<void> {
    const { store } = this.parts
    let read = 0
    for (const kept of this.unread(id)) {
      const job = store.findJob(id) ?? fail('not_found', 'no such job')
      const isDone = job.pieces[kept.part]?.state === 'done'
      if (!isDone && kept.part !== nextPiece(job)) continue
      const answer = await this.readKept(kept)
      if (answer === null) continue
      const isUsed = isDone
        ? this.replaceText(job, answer, kept)
        : this.storePiece(id, kept.part, answer, kept, 'settled') !== null
      if (isUsed) read += 1
    }
    if (read === 0) fail('not_a_gateway', 'nothing that is kept can be read')
  }

  /**
   * Stores the kept answers of a job as the text of its transcript, read as far as possible. They stay kept, so that
   * they can be read again. Costs nothing. Throws an AppFailure if none is kept.
   */
  async keepAsText(id: string): Promise<void> {
    const { keeper, store } = this.parts
    let used = 0
    for (const kept of this.unread(id)) {
      if (kept.part !== nextPiece(store.findJob(id) ?? fail('not_found', 'no such job'))) continue
      const raw = new TextDecoder().decode(await keeper.bodyOf(kept))
      const answer = (await this.readKept(kept)) ?? { heard: textAnswer(raw), raw }
      if (this.storePiece(id, kept.part, answer, kept, 'unread') !== null) used += 1
    }
    if (used === 0) fail('not_found', 'no answer is kept')
  }

  /** Returns the kept answers that have not been read, the latest first. */
  private unread(id: string): readonly StoredAnswer[] {
    return this.parts.keeper
      .answersOf('transcription', id)
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
    // the text comes from another answer
    if (jobs.answerOf(job.id, kept.part) !== answer.raw) return false
    const transcriptId = database.durably(() => writer.rewrite(job))
    if (transcriptId === null) return false
    void keeper.recordRead(kept, leftoversIn(answer))
    events.emit('transcripts.changed', { transcriptId })
    return true
  }

  /** Removes piece files that are no longer needed. */
  releasePieces(id: string): void {
    const { store, remover } = this.parts
    const media = (store.findJob(id)?.pieces ?? []).flatMap(({ mediaId }) => mediaId ?? [])
    this.held.delete(id)
    if (media.length > 0 && store.record(id, { type: 'released' })) void remover.removeUnreferenced(media)
  }
}

/**
 * Returns the leftovers of an answer; null if its body is no longer needed. A body without words stays, so that it can
 * be examined.
 */
function leftoversIn({ heard }: TranscriptionAnswer): Leftovers | null {
  return heard.leftovers ?? (hasWords(heard) ? null : noLeftovers)
}
