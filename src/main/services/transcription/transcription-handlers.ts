import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { transcriptionCalls } from '../../../shared/ipc/transcription-calls.ts'
import type { TranscriptionDraft } from '../../../shared/transcript.ts'
import type { ItemBin } from '../../jobs/item-bin.ts'
import type { ModelFormats } from '../../storage/model-formats.ts'
import type { DraftKeeper } from '../app/draft-keeper.ts'
import type { TranscriptExport } from './export/transcript-export.ts'
import type { TranslatedExport } from './export/translated-export.ts'
import type { Listening } from './listening.ts'
import type { NotesService } from './notes/notes-service.ts'
import type { Receiver } from './receiver.ts'
import type { SoundRecordings } from './sound-recordings.ts'
import type { TranscriptionQueue } from './transcription-queue.ts'
import type { TranscriptsService } from './transcripts-service.ts'

/** Services that the handlers of the calls use. */
export interface TranscriptionServices {
  readonly queue: TranscriptionQueue
  readonly receiver: Receiver
  readonly listening: Listening
  readonly recordings: SoundRecordings
  readonly transcripts: TranscriptsService
  readonly bin: ItemBin<readonly string[]>
  readonly exports: TranscriptExport
  readonly notes: NotesService
  readonly translations: TranslatedExport
  readonly draft: DraftKeeper<TranscriptionDraft>
  readonly formats: Pick<ModelFormats, 'takesPrompt'>
  /** Notes that the user continues a job, also one that was queued automatically. */
  pressed(jobId: string): void
}

/** Handlers of the calls about recordings and transcripts. */
export function transcriptionHandlers({
  bin,
  draft,
  exports,
  formats,
  listening,
  notes,
  pressed,
  queue,
  receiver,
  recordings,
  transcripts,
  translations,
}: TranscriptionServices): HandlersOf<typeof transcriptionCalls> {
  return {
    'transcription.add': (input) => receiver.addRecording(input),
    'transcription.jobs': (input) => queue.listJobs(input),
    'transcription.pause': (input) => queue.pause(input),
    'transcription.resume': (input) => {
      pressed(input.jobId)
      return queue.resume(input)
    },
    'transcription.cancel': (input) => queue.cancelJob(input),
    'transcription.retry': (input) => {
      pressed(input.jobId)
      return queue.retryTranscription(input)
    },
    'transcription.keepAsText': (input) => queue.keepAsText(input),
    'transcription.chooseTrack': (input) => queue.chooseTrack(input),
    'transcription.again': (input) => queue.again(input),
    'transcription.move': (input) => queue.moveJob(input),
    'transcription.dismiss': (input) => queue.dismiss(input),
    'transcription.modelNotes': ({ connectionId, model }) => ({
      takesPrompt: formats.takesPrompt(connectionId, model),
    }),
    'transcription.draft': () => draft.get(),
    'transcription.saveDraft': (input) => draft.set(input.draft),
    'transcription.claim': (input) => listening.claim(input),
    'transcription.heard': (input) => listening.recordHeard(input),
    'transcription.putPiece': (input) => listening.putPiece(input),
    'transcription.listened': (input) => listening.listened(input),
    'transcription.notHeard': (input) => listening.notHeard(input),
    'recordings.begin': (input) => recordings.beginRecording(input),
    'recordings.append': (input) => recordings.append(input),
    'recordings.end': (input) => recordings.endRecording(input),
    'recordings.left': () => recordings.left(),
    'recordings.transcribe': (input) => recordings.transcribe(input),
    'recordings.discard': (input) => recordings.discard(input),
    'recordings.restore': (input) => recordings.restoreRecording(input),
    'transcripts.list': (input) => transcripts.listTranscripts(input),
    'transcripts.get': (input) => transcripts.get(input),
    'transcripts.untimed': (input) => transcripts.untimed(input),
    'transcripts.rename': (input) => transcripts.rename(input),
    'transcripts.edit': (input) => transcripts.edit(input),
    'transcripts.undo': (input) => transcripts.undo(input),
    'transcripts.redo': (input) => transcripts.redo(input),
    'transcripts.delete': ({ transcriptIds }) => bin.delete(transcriptIds),
    'transcripts.restore': ({ transcriptIds }) => bin.restore(transcriptIds),
    'transcripts.export': (input) => exports.saveTranscripts(input),
    'transcripts.text': (input) => exports.exportText(input),
    'transcripts.notes': (input) => notes.listNotes(input),
    'transcripts.makeNote': (input) => notes.makeNote(input),
    'transcripts.resumeNote': (input) => notes.resume(input),
    'transcripts.stopNote': (input) => notes.stop(input),
    'transcripts.deleteNote': (input) => notes.deleteNote(input),
    'transcripts.restoreNote': (input) => notes.restoreNote(input),
    'transcripts.translated': (input) => translations.translatedText(input),
    'transcripts.saveTranslated': (input) => translations.saveTranslated(input),
    'transcripts.burntCues': (input) => translations.burntCues(input),
    'transcripts.startDrag': async (input) => {
      await exports.startDrag(input)
      return null
    },
  }
}
