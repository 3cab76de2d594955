import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type { VideoCounts, VideoFilter } from '../../../shared/video.ts'
import { noPages, type Pages } from '../../components/lists/pages.ts'
import { nothingSelected, type Selection } from '../../components/lists/selection.ts'
import { noFilter } from './filter.ts'
import { emptyForm, type FormProblem, type FormState } from './form.ts'

/** What lies over the right area. */
export type VideosView = { readonly kind: 'list' } | { readonly kind: 'video'; readonly jobId: string }

/** A question that is open: about cancelling a job, or about one whose answer was lost. */
export type VideosQuestion = { readonly kind: 'cancel' | 'sendAgain'; readonly jobId: string }

export interface VideosState {
  readonly form: FormState
  /** Something was typed or chosen: a stored draft that comes later is not wanted any more. */
  readonly touched: boolean
  readonly problem: FormProblem | null
  readonly submitError: AppError | null
  /** The prompt that was last submitted, while it can be brought back. */
  readonly submitted: { readonly text: string; readonly asList: boolean; readonly count: number } | null
  /** Changes whenever the prompt shall have the focus. */
  readonly promptFocus: number
  readonly pickerOpen: boolean
  /** In a narrow window the form can be folded away. */
  readonly formShown: boolean

  readonly filter: VideoFilter
  /** Which jobs there are, in main's order; what is known of each is in the job table. */
  readonly pages: Pages<{ readonly id: string }>
  /** Another filter was chosen, and its first jobs are on their way. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly counts: VideoCounts | null
  /** The ids of the jobs that wait, in the order of their turns. */
  readonly line: readonly string[]
  readonly models: readonly string[]
  readonly searching: boolean

  readonly selecting: boolean
  readonly selection: Selection
  /** The job that Tab reaches in the list. */
  readonly active: string | null

  readonly view: VideosView
  readonly question: VideosQuestion | null
}

/** The panel's state. What it was when the panel was left, it is when it is shown again. */
export const useVideos = create<VideosState>(() => ({
  form: emptyForm,
  touched: false,
  problem: null,
  submitError: null,
  submitted: null,
  promptFocus: 0,
  pickerOpen: false,
  formShown: true,
  filter: noFilter,
  pages: noPages,
  switching: false,
  listError: null,
  counts: null,
  line: [],
  models: [],
  searching: false,
  selecting: false,
  selection: nothingSelected,
  active: null,
  view: { kind: 'list' },
  question: null,
}))

export function videos(): VideosState {
  return useVideos.getState()
}
