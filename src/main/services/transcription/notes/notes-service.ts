import { answerEnd } from '../../../../shared/answer-end.ts'
import { appError, fail } from '../../../../shared/errors.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import { notesMax } from '../../../../shared/note-kinds.ts'
import { withoutThinking } from '../../../../shared/thinking.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { failureOf } from '../../../faults.ts'
import { decide } from '../../../gateway/retry-policy.ts'
import { abortable, sleep } from '../../../jobs/waiting.ts'
import type { Ports } from '../../../platform.ts'
import type { Database } from '../../../storage/database.ts'
import type { NotePart, StoredNote, TranscriptNotes } from '../../../storage/transcript-notes.ts'
import type { TranscriptSegments } from '../../../storage/transcript-segments.ts'
import type { Transcripts } from '../../../storage/transcripts.ts'
import type { KeepsAnswers } from '../../app/answer-keeper.ts'
import type { SettingsService } from '../../app/settings-service.ts'
import type { ConnectionsService } from '../../connections/connections-service.ts'
import type { SingleQuestions } from '../../questions/index.ts'
import type { SpendingService } from '../../spending/index.ts'
import { noteParts } from './note-parts.ts'
import { noteQuestion } from './note-question.ts'
import { contentOf, contextOf, isOpen, missingIn, noteStatus, toSend, withAnswer } from './note-state.ts'

/** Deleted notes are removed after thirty days, in ms. */
const binMs = 30 * 24 * 60 * 60 * 1000
/** Longest text that is kept of a summary, in UTF-16 units. */
const textMax = 400_000

export interface NotesServiceParts extends Pick<Ports, 'clock' | 'events' | 'log' | 'random'> {
  readonly database: Database
  readonly notes: TranscriptNotes
  readonly transcripts: Transcripts
  readonly segments: TranscriptSegments
  readonly questions: SingleQuestions
  readonly keeper: Pick<KeepsAnswers, 'has' | 'recordRead'>
  readonly connections: Pick<ConnectionsService, 'has'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly spending: Pick<SpendingService, 'budget'>
  readonly agedNow?: () => number
}

/** True if the next part is sent. */
type Outcome = 'next' | 'end'

/**
 * Summaries, chapters, tasks and translations of transcripts. The parts of a note are sent one after the other. Each is
 * on the disk before it is sent, and is sent again only by the user.
 */
export class NotesService {
  private readonly parts: NotesServiceParts
  private readonly running = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>()

  constructor(parts: NotesServiceParts) {
    this.parts = parts
  }

  /** Number of notes under way. */
  get count(): number {
    return this.running.size
  }

  /** Records the parts that the last run of the app left unfinished. Starts nothing. */
  start(): void {
    const { agedNow, clock, database, notes } = this.parts
    database.durably(() => {
      notes.lose(appError('app_closed', 'its answer was lost'))
      notes.purgeNotes((agedNow?.() ?? clock.now()) - binMs)
    })
  }

  async close(): Promise<void> {
    for (const { abort } of this.running.values()) abort.abort()
    await Promise.all([...this.running.values()].map(({ ended }) => ended))
  }

  listNotes({ transcriptId }: CallInput<'transcripts.notes'>): readonly TranscriptNote[] {
    return this.parts.notes.notesOf(transcriptId).map((note) => this.noteView(note))
  }

  /** Begins a note. A repeated id returns the existing one. */
  makeNote({ noteId, request, transcriptId }: CallInput<'transcripts.makeNote'>): TranscriptNote {
    const { clock, connections, database, notes, segments, transcripts } = this.parts
    const known = notes.findNote(noteId)
    if (known !== null) return this.noteView(known)
    if (notes.isTaken(noteId)) fail('not_found', 'the note is deleted')
    const transcript = transcripts.findTranscript(transcriptId) ?? fail('not_found', 'no such transcript')
    if (!connections.has(request.connectionId)) fail('no_connection')
    if (notes.notesOf(transcriptId).length >= notesMax) fail('invalid_input', `over ${notesMax} notes`)
    const parts = noteParts(request.kind, segments.segmentsOf(transcriptId))
    if (parts.length === 0) fail('invalid_input', 'a transcript without text')
    const note: StoredNote = {
      ...{ id: noteId, transcriptId, request },
      revision: transcript.revision,
      createdAt: clock.now(),
    }
    database.durably(() => notes.insertNote(note, parts))
    this.run(note)
    return this.noteView(note)
  }

  /** Sends the parts without an answer, and those with missing lines. `again` includes parts whose answer was lost. */
  resume({ again, noteId }: CallInput<'transcripts.resumeNote'>): TranscriptNote {
    const { connections, database, notes } = this.parts
    const note = this.noteWithId(noteId)
    if (this.running.has(noteId)) return this.noteView(note)
    if (!connections.has(note.request.connectionId)) fail('no_connection')
    database.durably(() => {
      for (const part of notes.partsOf(noteId))
        if (isOpen(part, again)) notes.updatePart(noteId, { ...part, state: 'waiting', error: null })
    })
    this.run(note)
    return this.noteView(note)
  }

  /** Ends the running request. Its answer is lost, and may be charged. */
  stop({ noteId }: CallInput<'transcripts.stopNote'>): null {
    this.running.get(noteId)?.abort.abort()
    return null
  }

  deleteNote({ noteId }: CallInput<'transcripts.deleteNote'>): null {
    const { agedNow, clock, database, notes } = this.parts
    this.running.get(noteId)?.abort.abort()
    this.emitNotesChanged(database.durably(() => notes.setDeleted(noteId, agedNow?.() ?? clock.now())))
    return null
  }

  restoreNote({ noteId }: CallInput<'transcripts.restoreNote'>): null {
    this.emitNotesChanged(this.parts.database.durably(() => this.parts.notes.setDeleted(noteId, null)))
    return null
  }

  /** Returns a note. Throws an AppFailure `not_found`. */
  get(noteId: string): TranscriptNote {
    return this.noteView(this.noteWithId(noteId))
  }

  private noteWithId(noteId: string): StoredNote {
    return this.parts.notes.findNote(noteId) ?? fail('not_found', 'no such note')
  }

  private run(note: StoredNote): void {
    const abort = new AbortController()
    const ended = this.sendAll(note, abort.signal)
      .catch((cause: unknown) => {
        this.parts.log('error', 'a note could not be written', { code: failureOf(cause).code })
      })
      .finally(() => {
        this.running.delete(note.id)
        this.emitNotesChanged(note.transcriptId)
      })
    this.running.set(note.id, { abort, ended })
    this.emitNotesChanged(note.transcriptId)
  }

  private async sendAll(note: StoredNote, signal: AbortSignal): Promise<void> {
    // the caller gets its answer before the first request
    await Promise.resolve()
    // the first request of a press was agreed to
    for (let isFirst = true; ; isFirst = false) {
      const all = this.parts.notes.partsOf(note.id)
      const part = all.find(({ state }) => state === 'waiting')
      if (part === undefined || signal.aborted || (!isFirst && this.rests())) return
      if ((await this.sendPart(note, part, contextOf(all, part), signal)) === 'end') return
      this.emitNotesChanged(note.transcriptId)
    }
  }

  /** Returns true if further requests wait for the user: all queues are paused, or the budget is used up. */
  private rests(): boolean {
    const { settings, spending } = this.parts
    const { budgetAsks, queuesPaused } = settings.get()
    return queuesPaused || (budgetAsks && spending.budget()?.level === 'reached')
  }

  private async sendPart(
    note: StoredNote,
    part: NotePart,
    earlier: readonly string[],
    signal: AbortSignal,
    attempt = 1,
  ): Promise<Outcome> {
    const { clock, keeper, questions, random } = this.parts
    const { connectionId, kind, model } = note.request
    const source = toSend(part)
    let isSent = false
    try {
      const asked = questions.askOnce({
        ...{ connectionId, model, maxTokens: null, signal },
        messages: noteQuestion(note.request, source, earlier),
        owner: { kind: 'transcription', ownerId: note.id, part: part.part },
        about: note.id,
        spentOn: note.transcriptId,
        onSend: () => {
          // durable before the gateway receives the request, so that a crash leaves a record of the attempt
          this.writePart(note, { ...part, state: 'sending', error: null })
          isSent = true
        },
      })
      const { end, kept, text } = await abortable(asked, signal)
      const whole = withoutThinking(text).trim()
      if (whole === '') fail('empty_answer', 'an answer without text')
      const answers = part.answers + 1
      if (kind === 'translation') {
        const next: NotePart = { ...part, answer: withAnswer(part, source, whole), answers, error: null, state: 'done' }
        // asked for once more; what is missing then is reported
        this.writePart(note, missingIn(next).length > 0 && answers === 1 ? { ...next, state: 'waiting' } : next)
        await keeper.recordRead(kept, null)
        return 'next'
      }
      const isCut = answerEnd(end.finishReason) !== 'whole'
      const error = isCut ? appError('cut_short', 'the model ended before its answer was complete') : null
      this.writePart(note, { ...part, answer: whole.slice(0, textMax), answers, error, state: 'done' })
      await keeper.recordRead(kept, null)
      return 'next'
    } catch (cause) {
      const error = signal.aborted ? appError('cancelled') : failureOf(cause)
      if (!isSent) {
        this.writePart(note, signal.aborted ? { ...part, state: 'waiting' } : { ...part, state: 'failed', error })
        return 'end'
      }
      const decision = signal.aborted
        ? ({ action: 'ask' } as const)
        : decide({ kind: 'words', error, shown: false, attempt }, random)
      if (decision.action === 'retry') {
        this.writePart(note, { ...part, state: 'waiting' })
        await sleep(clock, decision.delayMs, signal)
        if (!signal.aborted) return await this.sendPart(note, part, earlier, signal, attempt + 1)
        return 'end'
      }
      this.writePart(note, { ...part, state: decision.action === 'ask' ? 'unknown' : 'failed', error })
      return 'end'
    }
  }

  private writePart(note: StoredNote, part: NotePart): void {
    this.parts.database.durably(() => this.parts.notes.updatePart(note.id, part))
  }

  private noteView(note: StoredNote): TranscriptNote {
    const { keeper, notes, transcripts } = this.parts
    const parts = notes.partsOf(note.id)
    const transcript = transcripts.findTranscript(note.transcriptId)
    return {
      ...{ id: note.id, transcriptId: note.transcriptId, request: note.request, createdAt: note.createdAt },
      status: noteStatus(parts, this.running.has(note.id)),
      error: parts.find(({ error }) => error !== null)?.error ?? null,
      done: parts.filter(({ state }) => state === 'done').length,
      parts: parts.length,
      ...contentOf(parts),
      missing: parts.reduce((sum, part) => sum + (part.state === 'done' ? missingIn(part).length : 0), 0),
      outdated: transcript !== null && transcript.revision !== note.revision,
      kept: keeper.has('transcription', note.id),
    }
  }

  private emitNotesChanged(transcriptId: string | null): void {
    if (transcriptId !== null) this.parts.events.emit('transcripts.notesChanged', { transcriptId })
  }
}
