import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type { VideoCounts, VideoFilter } from '../../../shared/video.ts'
import type { CollectionsState } from '../../components/collections/collection-actions.ts'
import { noPages, type Pages } from '../../components/lists/pages.ts'
import { nothingSelected, type Selection } from '../../components/lists/selection.ts'
import { noFilter } from './filter.ts'
import { emptyForm, type FormProblem, type FormState } from './form.ts'

/** Content of the right area. */
export type VideosView = { readonly kind: 'list' | 'storyboard' } | { readonly kind: 'video'; readonly jobId: string }

/** The open dialog: cancel a job, resend one without an answer, make one again, or submit many without a price. */
export type VideosQuestion =
  | { readonly kind: 'cancel' | 'sendAgain' | 'resubmit'; readonly jobId: string }
  | { readonly kind: 'many'; readonly count: number; readonly base: string }

export interface VideosState extends CollectionsState {
  readonly form: FormState
  /** True if the user has typed or chosen anything; a draft loaded later is then ignored. */
  readonly touched: boolean
  readonly problem: FormProblem | null
  readonly submitError: AppError | null
  /** The last submitted prompt, while it can be restored. */
  readonly submitted: { readonly text: string; readonly asList: boolean; readonly count: number } | null
  /** Changes to request focus for the prompt. */
  readonly promptFocus: number
  /** Name of the first picture that is being prepared; null if none is. */
  readonly preparing: string | null
  /** Why the last first picture could not be used. */
  readonly pictureError: AppError | null
  readonly pickerOpen: boolean
  /** True if the form is shown; it can be collapsed in a narrow window. */
  readonly formShown: boolean

  readonly filter: VideoFilter
  /** Ids of the jobs in main's order; the job table holds the jobs. */
  readonly pages: Pages<{ readonly id: string }>
  /** The filter changed, and its first jobs are loading. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly counts: VideoCounts | null
  /** Ids of the waiting jobs, in queue order. */
  readonly line: readonly string[]
  readonly models: readonly string[]
  readonly searching: boolean

  readonly selecting: boolean
  readonly selection: Selection
  /** The job in the list's tab order. */
  readonly active: string | null

  readonly view: VideosView
  readonly question: VideosQuestion | null
}

/** The panel's state. It is kept while the panel is closed. */
export const useVideos = create<VideosState>(() => ({
  form: emptyForm,
  touched: false,
  problem: null,
  submitError: null,
  submitted: null,
  promptFocus: 0,
  preparing: null,
  pictureError: null,
  pickerOpen: false,
  formShown: true,
  filter: noFilter,
  pages: noPages,
  switching: false,
  listError: null,
  counts: null,
  line: [],
  models: [],
  collections: [],
  naming: null,
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
