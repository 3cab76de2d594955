import type { transcriptionCalls } from '../../shared/ipc/transcription-calls.ts'
import type { TranscriptionStudio } from '../services/transcription/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the calls about recordings and transcripts. */
export function transcriptionHandlers({
  bin,
  draft,
  exports,
  listening,
  queue,
  receiver,
  recordings,
  transcripts,
}: TranscriptionStudio): Pick<Handlers, keyof typeof transcriptionCalls> {
  return {
    'transcription.add': (input) => receiver.add(input),
    'transcription.jobs': (input) => queue.list(input),
    'transcription.pause': (input) => queue.pause(input),
    'transcription.resume': (input) => queue.resume(input),
    'transcription.cancel': (input) => queue.cancel(input),
    'transcription.retry': (input) => queue.retry(input),
    'transcription.move': (input) => queue.move(input),
    'transcription.dismiss': (input) => queue.dismiss(input),
    'transcription.draft': () => draft.get(),
    'transcription.saveDraft': (input) => draft.set(input.draft),
    'transcription.claim': (input) => listening.claim(input),
    'transcription.heard': (input) => listening.heard(input),
    'transcription.putPiece': (input) => listening.putPiece(input),
    'transcription.listened': (input) => listening.listened(input),
    'transcription.notHeard': (input) => listening.notHeard(input),
    'recordings.begin': (input) => recordings.begin(input),
    'recordings.append': (input) => recordings.append(input),
    'recordings.end': (input) => recordings.end(input),
    'recordings.left': () => recordings.left(),
    'recordings.transcribe': (input) => recordings.transcribe(input),
    'recordings.discard': (input) => recordings.discard(input),
    'recordings.restore': (input) => recordings.restore(input),
    'transcripts.list': (input) => transcripts.list(input),
    'transcripts.get': (input) => transcripts.get(input),
    'transcripts.rename': (input) => transcripts.rename(input),
    'transcripts.edit': (input) => transcripts.edit(input),
    'transcripts.undo': (input) => transcripts.undo(input),
    'transcripts.redo': (input) => transcripts.redo(input),
    'transcripts.delete': ({ transcriptIds }) => bin.delete(transcriptIds),
    'transcripts.restore': ({ transcriptIds }) => bin.restore(transcriptIds),
    'transcripts.export': (input) => exports.save(input),
    'transcripts.text': (input) => exports.text(input),
  }
}
