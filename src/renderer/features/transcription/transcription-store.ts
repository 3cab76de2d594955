import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type {
  ListedTranscript,
  SubtitleRules,
  Transcript,
  TranscriptionDraft,
  TranscriptionTarget,
  TranscriptSegment,
} from '../../../shared/transcript.ts'
import type { ExportFormat } from '../../../shared/transcript-formats.ts'
import { noJobs } from '../../components/jobs/job-list.ts'
import type { ArrivedFile } from '../../platform/feature.ts'
import type { Hit, Search } from './edit/find-replace.ts'
import { type QueueAction, type QueueState, queueReducer } from './queue/queue.ts'

/** State of a transcript that was just opened. */
export const untouched = {
  marked: new Set<string>(),
  editing: null,
  titleEditing: false,
  finding: false,
  foundInLibrary: false,
  search: { query: '', matchCase: false },
  hitAt: 0,
  currentHit: null,
  wanted: null,
  naming: null,
  shifting: null,
  repeating: false,
  removingFillers: false,
} as const

/** One constant array, so that selectors see no change. */
export const noSegments: readonly TranscriptSegment[] = []

/** Options for the next recordings. */
export interface TranscriptionForm {
  readonly connectionId: string | null
  /** Id of the model; empty uses the first speech model. */
  readonly model: string
  /** The spoken language; null lets the model detect it. */
  readonly language: string | null
  /** Names and words to expect. */
  readonly prompt: string
}

/** A refused file. */
export interface Refusal {
  readonly jobId: string
  readonly file: ArrivedFile
  readonly error: AppError
}

/** Files being added. */
export interface Arrivals {
  /** Number of recordings found, and of those queued or refused. */
  readonly found: number
  readonly settled: number
  /** True if folders are still being walked. */
  readonly looking: boolean
}

export interface TranscriptionState {
  readonly form: TranscriptionForm
  readonly pickerOpen: boolean
  /** Changes to request the file dialog. */
  readonly chooseFiles: number

  readonly arrivals: Arrivals | null
  readonly refusals: readonly Refusal[]
  /** Skipped files of the last drop. */
  readonly passedOver: {
    readonly count: number
    /** Names of the first few skipped files. */
    readonly names: readonly string[]
    readonly cut: boolean
    readonly taken: number
  } | null
  /** The choice that is missing before files can be added. */
  readonly missing: 'connection' | 'model' | null

  readonly queue: QueueState
  /** An ended job that is about to be sent again, perhaps to another model. */
  readonly question: { readonly jobId: string; readonly target: TranscriptionTarget | null } | null

  readonly query: string
  readonly searching: boolean
  readonly transcripts: readonly ListedTranscript[]
  /** Number of transcripts; null until the first answer. */
  readonly total: number | null
  readonly listError: AppError | null
  /** True if drop field and form are shown above the library; null decides by the available height. */
  readonly formShown: boolean | null
  readonly renaming: string | null
  readonly selecting: boolean
  readonly selected: ReadonlySet<string>

  /** The transcript that is open or loading. */
  readonly openId: string | null
  readonly open: Transcript | null
  readonly openError: AppError | null
  /** True if an edit is being saved. */
  readonly saving: boolean
  /** Segments selected for a common change. */
  readonly marked: ReadonlySet<string>
  readonly editing: {
    readonly segmentId: string
    readonly caret: number | null
    /** A playback position set as start or end, in ms. */
    readonly here: { readonly side: 'from' | 'to'; readonly ms: number } | null
  } | null
  readonly titleEditing: boolean
  readonly finding: boolean
  /** True if the search came from the library; the user is then not about to type. */
  readonly foundInLibrary: boolean
  readonly search: Search
  /** Index of the current hit. */
  readonly hitAt: number
  readonly currentHit: Hit | null
  /** A segment to scroll to; `serial` changes with every request. */
  readonly wanted: { readonly segmentId: string; readonly serial: number } | null
  /** Segments whose speaker is being named; segments whose times are being shifted. */
  readonly naming: ReadonlySet<string> | null
  readonly shifting: ReadonlySet<string> | null
  /** True if the open transcript's recording is about to be transcribed again. */
  readonly repeating: boolean
  /** True if fillers of the open transcript are about to be removed. */
  readonly removingFillers: boolean

  /** Transcripts being exported; the one being sent to the chat. */
  readonly exporting: readonly string[] | null
  readonly sending: string | null
  readonly formats: readonly ExportFormat[]
  readonly rules: SubtitleRules
  /** The choices for the next note on a transcript; null until the first one. */
  readonly note: NonNullable<TranscriptionDraft['note']> | null
}

/** The panel's state. It is kept while the panel is closed. */
export const useTranscription = create<TranscriptionState>(() => ({
  form: { connectionId: null, model: '', language: null, prompt: '' },
  pickerOpen: false,
  chooseFiles: 0,
  arrivals: null,
  refusals: [],
  passedOver: null,
  missing: null,
  queue: noJobs,
  question: null,
  query: '',
  searching: false,
  transcripts: [],
  total: null,
  listError: null,
  formShown: null,
  renaming: null,
  selecting: false,
  selected: new Set(),
  openId: null,
  open: null,
  openError: null,
  saving: false,
  ...untouched,
  exporting: null,
  sending: null,
  formats: ['srt'],
  rules: { lineWidth: 42, lines: 2, gap: 80 },
  note: null,
}))

export function transcription(): TranscriptionState {
  return useTranscription.getState()
}

export function dispatchQueue(action: QueueAction): void {
  useTranscription.setState((state) => ({ queue: queueReducer(state.queue, action) }))
}

export function changeForm(change: Partial<TranscriptionForm>): void {
  useTranscription.setState((state) => ({ form: { ...state.form, ...change }, missing: null }))
}
