import { type TranscriptionDraft, transcriptionDraftSchema } from '../../../shared/transcript.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { MediaReader } from '../../media/media-reader.ts'
import { RecordingsFolder } from '../../media/recordings-folder.ts'
import type { Clock, EventSink, Fetch, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { ModelFormats } from '../../storage/model-formats.ts'
import { Preferences } from '../../storage/preferences.ts'
import { TranscriptEdits } from '../../storage/transcript-edits.ts'
import { TranscriptSegments } from '../../storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import { Transcripts } from '../../storage/transcripts.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { DraftKeeper } from '../app/draft-keeper.ts'
import type { Erasure } from '../app/erasure.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaExport } from '../media/media-export.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { TranscriptExport } from './export/transcript-export.ts'
import { Listening } from './listening.ts'
import { PieceSender } from './piece-sender.ts'
import { Receiver } from './receiver.ts'
import { SoundRecordings } from './sound-recordings.ts'
import { TranscriptWriter } from './transcript-writer.ts'
import { TranscriptionBook } from './transcription-book.ts'
import { TranscriptionQueue } from './transcription-queue.ts'
import { TranscriptsBin } from './transcripts-bin.ts'
import { TranscriptsService } from './transcripts-service.ts'

export interface TranscriptionStudioParts {
  readonly answerReader: AnswerReader
  readonly dataFolder: string
  readonly database: Database
  readonly keeper: AnswerKeeper
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly mediaExport: MediaExport
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly events: EventSink
  readonly clock: Clock
  readonly fetch: Fetch
  readonly random: () => number
  readonly log: Log
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}

/** The transcription of main, in its parts. */
export interface TranscriptionStudio {
  readonly queue: TranscriptionQueue
  readonly receiver: Receiver
  readonly listening: Listening
  readonly recordings: SoundRecordings
  readonly transcripts: TranscriptsService
  readonly bin: TranscriptsBin
  readonly exports: TranscriptExport
  readonly draft: DraftKeeper<TranscriptionDraft>
  /** Takes stock of what the last run left. */
  start(): void
  close(): Promise<void>
}

/** Composes the transcription, in order of dependency. */
export function createTranscriptionStudio(parts: TranscriptionStudioParts): TranscriptionStudio {
  const { database } = parts
  const jobs = new TranscriptionJobs(database)
  const transcripts = new Transcripts(database)
  const segments = new TranscriptSegments(database)
  const book = new TranscriptionBook({ ...parts, jobs, transcripts })
  const writer = new TranscriptWriter({ jobs, transcripts, segments })
  const sender = new PieceSender({ ...parts, book, writer, formats: new ModelFormats(database) })
  const receiver = new Receiver({ ...parts, book, onReceived: () => queue.goOn() })
  const listening = new Listening({ ...parts, book, jobs, onReady: () => queue.goOn() })
  const queue: TranscriptionQueue = new TranscriptionQueue({ ...parts, book, jobs, receiver, listening, sender })
  const service = new TranscriptsService({
    ...parts,
    jobs,
    transcripts,
    segments,
    writer,
    edits: new TranscriptEdits(database),
  })
  const recordings = new SoundRecordings({
    ...parts,
    folder: new RecordingsFolder(parts.dataFolder),
    reader: new MediaReader(),
    book,
    receiver,
  })
  const bin = new TranscriptsBin({ ...parts, jobs, transcripts, book, queue })
  return {
    queue,
    receiver,
    listening,
    recordings,
    transcripts: service,
    bin,
    exports: new TranscriptExport({ ...parts, transcripts: service }),
    draft: new DraftKeeper(new Preferences(database), 'transcription-draft', transcriptionDraftSchema),
    start() {
      bin.start()
      queue.start()
      void recordings.start()
    },
    async close() {
      await Promise.all([queue.close(), bin.close(), recordings.close()])
    },
  }
}
