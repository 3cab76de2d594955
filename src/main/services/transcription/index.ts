import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { transcriptionCalls } from '../../../shared/ipc/transcription-calls.ts'
import type { watchCalls } from '../../../shared/ipc/watch-calls.ts'
import { transcriptionDraftSchema } from '../../../shared/transcript.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { MediaReader } from '../../media/media-reader.ts'
import { RecordingsFolder } from '../../media/recordings-folder.ts'
import type { Folders } from '../../platform.ts'
import { Catalogues } from '../../storage/catalogues.ts'
import { MessageFiles } from '../../storage/message-files.ts'
import { Messages } from '../../storage/messages.ts'
import { ModelFormats } from '../../storage/model-formats.ts'
import { Preferences } from '../../storage/preferences.ts'
import { ToolCalls } from '../../storage/tool-calls.ts'
import { TranscriptEdits } from '../../storage/transcript-edits.ts'
import { TranscriptNotes } from '../../storage/transcript-notes.ts'
import { TranscriptSegments } from '../../storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import { Transcripts } from '../../storage/transcripts.ts'
import { WatchedRecordings } from '../../storage/watched-recordings.ts'
import { DraftKeeper } from '../app/draft-keeper.ts'
import { SingleQuestions, UsageRefusals } from '../questions/index.ts'
import { TranscriptExport } from './export/transcript-export.ts'
import { TranslatedExport } from './export/translated-export.ts'
import { WordFiles } from './export/word-files.ts'
import { Listening } from './listening.ts'
import { NotesService } from './notes/notes-service.ts'
import { PieceAnswers } from './piece-answers.ts'
import { PieceSender } from './piece-sender.ts'
import { Receiver } from './receiver.ts'
import { SoundRecordings } from './sound-recordings.ts'
import { TranscriptWriter } from './transcript-writer.ts'
import { type TranscriptionServices, transcriptionHandlers } from './transcription-handlers.ts'
import { TranscriptionQueue } from './transcription-queue.ts'
import { TranscriptionStore } from './transcription-store.ts'
import { transcriptionTool } from './transcription-tool.ts'
import { transcriptsBin } from './transcripts-bin.ts'
import { TranscriptsService } from './transcripts-service.ts'
import { AutomaticBudget } from './watch/automatic-budget.ts'
import { createWatch } from './watch/index.ts'

/** The transcription feature of main. */
export interface TranscriptionStudio extends Feature, TranscriptionServices {
  readonly handlers: HandlersOf<typeof transcriptionCalls & typeof watchCalls>
}

/** Composes the transcription services in order of dependency. */
export function createTranscriptionStudio(parts: FeatureParts & { readonly folders: Folders }): TranscriptionStudio {
  const { database, settings } = parts
  const jobs = new TranscriptionJobs(database)
  const transcripts = new Transcripts(database)
  const segments = new TranscriptSegments(database)
  const store = new TranscriptionStore({ ...parts, jobs, transcripts })
  const writer = new TranscriptWriter({ jobs, transcripts, segments })
  const answers = new PieceAnswers({ ...parts, jobs, store, writer, transcripts })
  const watched = new WatchedRecordings(database)
  const budget = new AutomaticBudget({ ...parts, watched })
  const formats = new ModelFormats(database)
  const sender = new PieceSender({ ...{ ...parts, store, writer, answers, formats }, allowance: budget })
  const receiver = new Receiver({ ...parts, store, onReceived: () => queue.continueJobs() })
  const listening = new Listening({
    ...parts,
    store,
    jobs,
    mayGoAhead: (id) => !budget.isAutomatic(id),
    onReady: () => queue.continueJobs(),
    onLength: (id) => answers.lengthKnown(id),
  })
  const queue: TranscriptionQueue = new TranscriptionQueue({
    ...{ ...parts, store, jobs, transcripts },
    ...{ receiver, listening, sender, answers },
  })
  const service = new TranscriptsService({
    ...parts,
    jobs,
    transcripts,
    segments,
    writer,
    edits: new TranscriptEdits(database),
  })
  const reader = new MediaReader()
  const watch = createWatch({ ...parts, ...{ budget, jobs, queue, reader, receiver, store, watched } })
  const recordings = new SoundRecordings({
    ...parts,
    folder: new RecordingsFolder(parts.dataFolder),
    reader,
    store,
    receiver,
  })
  const bin = transcriptsBin({ ...parts, jobs, transcripts, store, queue })
  settings.onChange(() => queue.pump())
  const usageRefusals = new UsageRefusals(new Preferences(database))
  const notes = new NotesService({
    ...{ ...parts, transcripts, segments },
    notes: new TranscriptNotes(database),
    questions: new SingleQuestions({ ...parts, usageRefusals }),
  })
  const tool = transcriptionTool({
    ...{ ...parts, receiver, store, transcripts, segments },
    catalogues: new Catalogues(database),
    messages: new Messages(database),
    files: new MessageFiles(database),
    calls: new ToolCalls(database),
  })
  parts.tools.registry.addToolSource({ tools: () => [tool] })
  const words = new WordFiles(parts.dataFolder)
  const studio = {
    queue,
    receiver,
    listening,
    recordings,
    transcripts: service,
    bin,
    formats,
    exports: new TranscriptExport({ ...parts, transcripts: service, words }),
    notes,
    translations: new TranslatedExport({ ...parts, transcripts: service, notes, words }),
    pressed: (jobId: string) => watch.pressed(jobId),
    draft: new DraftKeeper(new Preferences(database), 'transcription-draft', transcriptionDraftSchema),
  }
  return {
    ...studio,
    handlers: { ...transcriptionHandlers(studio), ...watch.handlers },
    interrupted: () => queue.runningTranscriptions + recordings.runningRecordings + notes.count,
    keptAnswers: { kind: 'transcription', readAgain: (id) => queue.rereadPieces(id) },
    start() {
      bin.start()
      queue.start()
      notes.start()
      watch.start()
      void recordings.start()
    },
    async close() {
      await Promise.all([watch.close(), queue.close(), bin.close(), recordings.close(), notes.close(), words.close()])
    },
  }
}
