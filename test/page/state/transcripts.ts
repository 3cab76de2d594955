import { burntCues } from '../../../src/main/services/transcription/export/burnt-cues.ts'
import { fail } from '../../../src/shared/errors.ts'
import type { Transcript, TranscriptSummary } from '../../../src/shared/transcript.ts'
import type { TranscriptNote } from '../../../src/shared/transcript-note.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

/** Transcripts and their translations, in memory. Nothing is transcribed. */
export class TranscriptsInMemory {
  /** Models that take no prompt. */
  readonly promptless = new Set<string>()
  readonly #transcripts = new Map<string, Transcript>()
  readonly #translations = new Map<string, TranscriptNote>()

  readonly handlers: SomeHandlers = {
    'transcription.modelNotes': ({ model }) => ({ takesPrompt: !this.promptless.has(model) }),
    'transcription.saveDraft': () => null,
    'transcripts.list': ({ query, offset, limit }) => {
      const all = [...this.#transcripts.values()].reverse()
      const found = all.filter(({ summary }) => summary.title.toLowerCase().includes(query.toLowerCase()))
      const transcripts = found.slice(offset, offset + limit).map(({ summary }) => ({ ...summary, hit: null }))
      return { transcripts, total: found.length }
    },
    'transcripts.notes': ({ transcriptId }) =>
      [...this.#translations.values()].filter((note) => note.transcriptId === transcriptId),
    'transcripts.burntCues': ({ bilingual, noteId, room, transcriptId }) => {
      const transcript = this.#transcripts.get(transcriptId) ?? fail('not_found')
      const translation = noteId === null ? null : (this.#translations.get(noteId) ?? fail('not_found'))
      return { cues: burntCues({ transcript, translation, bilingual }, room), estimated: false }
    },
  }

  /** Adds a transcript: texts with their times in ms. Its title is its id. */
  addTranscript(
    id: string,
    texts: readonly (readonly [from: number, to: number, text: string])[],
    source: TranscriptSummary['source'] = null,
  ): void {
    const segments = texts.map(([from, to, text], index) => ({
      ...{ id: `${id}-${index}`, from, to, text, speaker: null, words: [], mended: false },
    }))
    const summary = {
      ...{ id, jobId: id, title: id, source, duration: 5_000, model: 'demo-transcribe', language: null },
      ...{ start: texts[0]?.[2] ?? '', complete: true, createdAt: Date.UTC(2026, 1, 3), editedAt: null },
    }
    const state = { waveform: null, revision: 1, canUndo: false, canRedo: false }
    this.#transcripts.set(id, { summary, segments, ...state })
  }

  /** Adds a translation of all segments of a transcript, in order. */
  addTranslation(transcriptId: string, language: string, texts: readonly string[]): void {
    const id = `${transcriptId}-${language}`
    const segments = this.#transcripts.get(transcriptId)?.segments ?? []
    const lines = segments.map((segment, index) => ({ segmentId: segment.id, text: texts[index] ?? '' }))
    const request = { kind: 'translation', connectionId: 'environment', model: 'm', language, instruction: '' } as const
    this.#translations.set(id, {
      ...{ id, transcriptId, request, lines, status: 'done', error: null, done: 1, parts: 1, text: '' },
      ...{ missing: 0, outdated: false, kept: false, createdAt: Date.UTC(2026, 1, 4) },
    })
  }
}
