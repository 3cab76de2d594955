import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type {
  ExportFormat,
  ListedTranscript,
  SubtitleRules,
  Transcript,
  TranscriptSegment,
} from '../../../shared/transcript.ts'
import type { Hit, Search } from './edit/find-replace.ts'
import { emptyQueue, type QueueAction, type QueueState, queueReducer } from './queue/queue.ts'

/** One and the same, so that what selects it does not see a change. */
export const noSegments: readonly TranscriptSegment[] = []

/** What is asked of the gateway for the next recordings. */
export interface TranscriptionForm {
  readonly connectionId: string | null
  /** Empty leaves it to the first model for sound. */
  readonly model: string
  /** Null lets the model find out. */
  readonly language: string | null
  /** Names and words to expect. */
  readonly prompt: string
}

/** A file that was not taken. */
export interface Refusal {
  readonly jobId: string
  readonly file: File
  readonly error: AppError
}

/** What is being taken right now. */
export interface Arrivals {
  /** Recordings found so far, and how many of them are in the queue or were refused. */
  readonly found: number
  readonly settled: number
  /** Whether folders are still being walked, so that there may be more. */
  readonly looking: boolean
}

export interface TranscriptionState {
  readonly form: TranscriptionForm
  readonly pickerOpen: boolean
  /** Changes whenever files shall be chosen. */
  readonly chooseFiles: number

  readonly arrivals: Arrivals | null
  readonly refusals: readonly Refusal[]
  /** How the last drop went, in what was not taken. */
  readonly passedOver: {
    readonly count: number
    /** The names of the first of them. */
    readonly names: readonly string[]
    readonly cut: boolean
    readonly taken: number
  } | null
  /** Something is missing before anything can be taken. */
  readonly missing: 'connection' | 'model' | null

  readonly queue: QueueState

  readonly query: string
  readonly searching: boolean
  readonly transcripts: readonly ListedTranscript[]
  /** Null until the first answer. */
  readonly total: number | null
  readonly listError: AppError | null
  /** Whether drop field and form are shown above the library; null leaves it to the room there is. */
  readonly formShown: boolean | null
  readonly renaming: string | null
  readonly selecting: boolean
  readonly selected: ReadonlySet<string>

  /** The transcript that is shown, or on its way. */
  readonly openId: string | null
  readonly open: Transcript | null
  readonly openError: AppError | null
  /** An edit is on its way to main. */
  readonly saving: boolean
  /** Segments that are marked, to be changed together. */
  readonly marked: ReadonlySet<string>
  readonly editing: { readonly segmentId: string; readonly caret: number | null } | null
  readonly titleEditing: boolean
  readonly finding: boolean
  /** Whether it is looked for because the library was: then nobody is about to type. */
  readonly foundInLibrary: boolean
  readonly search: Search
  /** Which of the hits is looked at. */
  readonly hitAt: number
  readonly currentHit: Hit | null
  /** A segment that shall come into view; the number changes with every wish. */
  readonly wanted: { readonly segmentId: string; readonly serial: number } | null
  /** Segments whose speaker is being named, and those whose times are being shifted. */
  readonly naming: ReadonlySet<string> | null
  readonly shifting: ReadonlySet<string> | null

  /** Transcripts that are being exported, and the one that is being sent to the chat. */
  readonly exporting: readonly string[] | null
  readonly sending: string | null
  readonly formats: readonly ExportFormat[]
  readonly rules: SubtitleRules
}

/** The state of the panel. What it was when the panel was left, it is when it is shown again. */
export const useTranscription = create<TranscriptionState>(() => ({
  form: { connectionId: null, model: '', language: null, prompt: '' },
  pickerOpen: false,
  chooseFiles: 0,
  arrivals: null,
  refusals: [],
  passedOver: null,
  missing: null,
  queue: emptyQueue,
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
  marked: new Set(),
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
  exporting: null,
  sending: null,
  formats: ['srt'],
  rules: { lineWidth: 42, lines: 2, gap: 80 },
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
