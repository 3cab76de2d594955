import { randomUUID } from 'node:crypto'
import { beginningOf, joinTexts } from '../../../shared/writing.ts'
import type { TranscriptionAnswer } from '../../gateway/transcriptions.ts'
import type { TranscriptSegments } from '../../storage/transcript-segments.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { StoredTranscript, Transcripts } from '../../storage/transcripts.ts'
import { type HeardPart, heardPart } from './heard-part.ts'
import { withPieceSpeakers } from './piece-speakers.ts'
import { stitched } from './stitch.ts'
import { storedAnswer } from './stored-answer.ts'

export interface TranscriptWriterParts {
  readonly jobs: TranscriptionJobs
  readonly transcripts: Transcripts
  readonly segments: TranscriptSegments
}

/** Transcript of one piece. */
interface HeardPiece {
  readonly jobId: string
  readonly index: number
  readonly text: string
  readonly part: HeardPart
}

/** Appends answers to transcripts. Call its methods in the transaction that changes the job. */
export class TranscriptWriter {
  private readonly parts: TranscriptWriterParts
  /** Cache of the last piece's transcript, which the next piece needs, because parsing an answer is slow. */
  private last: HeardPiece | null = null

  constructor(parts: TranscriptWriterParts) {
    this.parts = parts
  }

  /**
   * Stores an answer unchanged and adds its text to the job's transcript. Returns the transcript's id. `mayMiss` if an
   * answer of the job may have broken off, so that its transcript is not complete.
   */
  addAnswer(
    job: StoredTranscription,
    index: number,
    answer: TranscriptionAnswer,
    now: number,
    mayMiss: boolean,
  ): string {
    const { jobs, transcripts } = this.parts
    jobs.keepAnswer(job.id, index, answer.raw)
    const part = heardPart(withPieceSpeakers(answer.heard, index), job.pieces[index] ?? { from: 0, to: 0 })
    const transcript = transcripts.ofJob(job.id) ?? this.begun(job, answer, now)
    this.append(job, index, part, transcript)
    transcripts.updateTranscript({
      ...transcript,
      model: modelsOf(transcript.model, job.request.model),
      language: transcript.language ?? answer.heard.language,
      complete: this.isComplete(job, mayMiss),
      revision: transcript.revision + 1,
      start: this.startOf(transcript.id),
    })
    this.last = { jobId: job.id, index, text: answer.heard.text, part }
    return transcript.id
  }

  /**
   * Writes the transcript of a job anew from its stored answers. Returns its id; null if there is none, or it was
   * edited.
   */
  rewrite(job: StoredTranscription): string | null {
    const { segments, transcripts } = this.parts
    const transcript = transcripts.ofJob(job.id)
    if (transcript === null || transcript.edit !== 0 || transcript.editedAt !== null) return null
    segments.replace(transcript.id, 0, segments.countSegments(transcript.id), [])
    this.last = null
    for (const [index, { state }] of job.pieces.entries()) {
      const heard = state === 'done' ? this.heardIn(job, index) : null
      if (heard !== null) this.append(job, index, heard.part, transcript)
    }
    const { revision } = transcript
    const complete = this.isComplete(job, true)
    transcripts.updateTranscript({
      ...transcript,
      complete,
      revision: revision + 1,
      start: this.startOf(transcript.id),
    })
    return transcript.id
  }

  /** Returns true if a time of a job's transcript is beyond its recording, in ms. */
  exceeds(jobId: string, duration: number): boolean {
    const transcript = this.parts.transcripts.ofJob(jobId)
    return (
      transcript !== null &&
      this.parts.segments.segmentsOf(transcript.id).some(({ to }) => to !== null && to > duration)
    )
  }

  /** Returns the beginning of a transcript's text. */
  startOf(transcriptId: string): string {
    const text = this.parts.segments
      .segmentsOf(transcriptId, 0, 30)
      .reduce((sum, segment) => (sum.length > 200 ? sum : joinTexts(sum, segment.text.slice(0, 400))), '')
    return beginningOf(text.replace(/\s+/g, ' ').trim(), 200)
  }

  /** Returns the raw answer to the previous piece; empty for the first. */
  textBefore(job: StoredTranscription, index: number): string {
    return this.heardIn(job, index - 1)?.text ?? ''
  }

  private heardIn(job: StoredTranscription, index: number): HeardPiece | null {
    if (this.last?.jobId === job.id && this.last.index === index) return this.last
    const stretch = job.pieces[index]
    const raw = stretch ? this.parts.jobs.answerOf(job.id, index) : null
    const answer = raw === null ? null : storedAnswer(raw)
    return stretch && answer
      ? { jobId: job.id, index, text: answer.text, part: heardPart(withPieceSpeakers(answer, index), stretch) }
      : null
  }

  private append(job: StoredTranscription, index: number, part: HeardPart, transcript: StoredTranscript): void {
    const { segments } = this.parts
    const before = this.heardIn(job, index - 1)
    const around = { before: before?.part ?? null, after: job.pieces[index + 1] ?? null }
    const addition = stitched(part, around, randomUUID)
    // undo of an edit relies on positions, so an edited text must not be cut
    if (transcript.edit === 0) this.takeBack(transcript.id, addition.takeBack)
    segments.replace(transcript.id, segments.countSegments(transcript.id), 0, addition.segments)
  }

  /** Returns true if all pieces are transcribed, and no answer broke off. */
  private isComplete({ id, pieces }: StoredTranscription, mayMiss: boolean): boolean {
    if (!pieces.every(({ state }) => state === 'done')) return false
    return !mayMiss || !pieces.some((_piece, index) => storedAnswer(this.parts.jobs.answerOf(id, index) ?? '').isCut)
  }

  private begun(job: StoredTranscription, answer: TranscriptionAnswer, now: number): StoredTranscript {
    const transcript: StoredTranscript = {
      id: randomUUID(),
      jobId: job.id,
      title: titleOf(job.name),
      model: job.request.model,
      language: job.request.language ?? answer.heard.language,
      start: '',
      complete: false,
      revision: 0,
      edit: 0,
      createdAt: now,
      editedAt: null,
      deletedAt: null,
    }
    this.parts.transcripts.insertTranscript(transcript)
    return transcript
  }

  /** Removes half-heard words at the end. */
  private takeBack(transcriptId: string, text: string): void {
    const { segments } = this.parts
    const at = segments.countSegments(transcriptId) - 1
    const [last] = text === '' || at < 0 ? [] : segments.segmentsOf(transcriptId, at, 1)
    if (!last?.text.endsWith(text)) return
    const rest = last.text.slice(0, -text.length).trimEnd()
    segments.replace(transcriptId, at, 1, rest === '' ? [] : [{ ...last, text: rest }])
  }
}

/** Models used so far, and for this piece. */
function modelsOf(before: string, model: string): string {
  return before.split(', ').includes(model) ? before : `${before}, ${model}`
}

/** Returns a file's name without its extension. */
function titleOf(name: string): string {
  const stem = name.replace(/\.[\p{L}\p{N}]{1,5}$/u, '').trim()
  return beginningOf(stem === '' ? name.trim() || 'Recording' : stem, 200)
}
