import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type { ImageChange, ImageFacets, ImageFilter, ImageSummary } from '../../../shared/image.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { CollectionsState } from '../../components/collections/collection-actions.ts'
import { noPages, type Pages } from '../../components/lists/pages.ts'
import { nothingSelected, type Selection } from '../../components/lists/selection.ts'
import { noFilter } from './filter.ts'
import { emptyForm, type FormAction, type FormProblem, type FormState, formReducer } from './form.ts'
import { type JobsAction, type JobsState, jobsReducer, noImageJobs } from './jobs.ts'

/** Overlay of the right area. */
export type StudioView =
  | { readonly kind: 'grid' }
  | { readonly kind: 'image'; readonly imageId: string }
  /** Two images under one slider. */
  | { readonly kind: 'pair'; readonly left: ImageSummary; readonly right: ImageSummary }

export interface Studio extends CollectionsState {
  readonly form: FormState
  /** True if the user has typed or chosen anything; a draft loaded later is then ignored. */
  readonly touched: boolean
  /** The mask last drawn on the source, while it is unused. */
  readonly lastMask: { readonly sourceId: string; readonly mask: MediaItem } | null
  /** The picture being prepared for editing; a further one is added to the others. */
  readonly preparing: { readonly name: string; readonly isFurther: boolean } | null
  readonly sourceError: { readonly name: string; readonly error: AppError } | null
  /** Refused files of the last drop. */
  readonly refused: readonly { readonly name: string; readonly why: 'tooMany' | 'twice' | 'notPicture' }[]
  readonly problem: FormProblem | null
  readonly submitError: AppError | null
  /** The form as last submitted; null before that. */
  readonly submitted: FormState | null
  /** True if a submission was just accepted, so that a second press would repeat it. */
  readonly justSubmitted: boolean
  /** Changes to request focus for the prompt. */
  readonly promptFocus: number
  /** Changes to request the file dialog for a source. */
  readonly chooseFile: number
  readonly pickerOpen: boolean
  /** True if the form is shown; it can be collapsed in a narrow window. */
  readonly formShown: boolean

  readonly jobs: JobsState
  /** The job with the note to show and focus; null once that is done. */
  readonly noteWanted: string | null
  /** The job that waits for consent to be sent again. */
  readonly sendingAgain: { readonly jobId: string; readonly change: ImageChange | null } | null

  readonly filter: ImageFilter
  readonly pages: Pages<ImageSummary>
  /** Width over height of the images of the whole list, in order. */
  readonly ratios: readonly number[]
  /** The filter changed, and its first images are loading. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly facets: ImageFacets | null
  readonly searching: boolean

  readonly selecting: boolean
  readonly selection: Selection
  /** The image in the grid's tab order. */
  readonly active: string | null

  readonly view: StudioView
  /** True if the mask editor covers the gallery. */
  readonly maskOpen: boolean
}

/** The image studio's state. It is kept while the panel is closed. */
export const useStudio = create<Studio>(() => ({
  form: emptyForm,
  touched: false,
  lastMask: null,
  preparing: null,
  sourceError: null,
  refused: [],
  problem: null,
  submitError: null,
  submitted: null,
  justSubmitted: false,
  promptFocus: 0,
  chooseFile: 0,
  pickerOpen: false,
  formShown: true,
  jobs: noImageJobs,
  noteWanted: null,
  sendingAgain: null,
  filter: noFilter,
  pages: noPages,
  ratios: [],
  switching: false,
  listError: null,
  facets: null,
  collections: [],
  searching: false,
  naming: null,
  selecting: false,
  selection: nothingSelected,
  active: null,
  view: { kind: 'grid' },
  maskOpen: false,
}))

export function studio(): Studio {
  return useStudio.getState()
}

export function dispatchJobs(action: JobsAction): void {
  useStudio.setState((state) => ({ jobs: jobsReducer(state.jobs, action) }))
}

/** Changes the form without marking it as touched by the user. */
export function dispatchForm(action: FormAction): void {
  useStudio.setState((state) => ({ form: formReducer(state.form, action) }))
}
