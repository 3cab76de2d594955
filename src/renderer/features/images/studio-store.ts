import { create } from 'zustand'
import type { AppError } from '../../../shared/errors.ts'
import type { ImageCollection, ImageFacets, ImageFilter, ImageSummary } from '../../../shared/image.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { noPages, type Pages } from '../../components/lists/pages.ts'
import { nothingSelected, type Selection } from '../../components/lists/selection.ts'
import { noFilter } from './filter.ts'
import { emptyForm, type FormAction, type FormProblem, type FormState, formReducer } from './form.ts'
import { type JobsAction, type JobsState, jobsReducer, noJobs } from './jobs.ts'

/** Overlay of the right area. */
export type StudioView = { readonly kind: 'grid' } | { readonly kind: 'image'; readonly imageId: string }

export interface Studio {
  readonly form: FormState
  /** Something was typed or chosen: a stored draft that comes later is not wanted any more. */
  readonly touched: boolean
  /** The mask that was last drawn on the source, while it is not used. */
  readonly lastMask: { readonly sourceId: string; readonly mask: MediaItem } | null
  /** The picture that is being made fit to be edited. */
  readonly preparing: { readonly name: string } | null
  readonly sourceError: { readonly name: string; readonly error: AppError } | null
  /** The files of the last drop that were not taken. */
  readonly refused: readonly { readonly name: string; readonly why: 'onlyOne' | 'notPicture' }[]
  readonly problem: FormProblem | null
  readonly submitError: AppError | null
  /** The form as it was last submitted; null before the first time. */
  readonly submitted: FormState | null
  /** The submission was just taken, and a second press would still be the same. */
  readonly justSubmitted: boolean
  /** Changes whenever the prompt shall have the focus. */
  readonly promptFocus: number
  /** Changes whenever a picture to edit shall be chosen. */
  readonly chooseFile: number
  readonly pickerOpen: boolean
  /** In a narrow window the form can be folded away. */
  readonly formShown: boolean

  readonly jobs: JobsState

  readonly filter: ImageFilter
  readonly pages: Pages<ImageSummary>
  /** Another filter was chosen, and its first images are on their way. */
  readonly switching: boolean
  readonly listError: AppError | null
  readonly facets: ImageFacets | null
  readonly collections: readonly ImageCollection[]
  readonly searching: boolean
  /** The collection that is being named; `imageIds` go into it when it is new. */
  readonly naming: { readonly id: string; readonly name: string; readonly imageIds: readonly string[] } | null

  readonly selecting: boolean
  readonly selection: Selection
  /** The image that Tab reaches in the grid. */
  readonly active: string | null

  readonly view: StudioView
  /** The mask editor lies over everything else at the right. */
  readonly maskOpen: boolean
}

/** The image studio's state. What it was when the panel was left, it is when it is shown again. */
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
  jobs: noJobs,
  filter: noFilter,
  pages: noPages,
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

/** Changes the form without counting as the person's doing. */
export function dispatchForm(action: FormAction): void {
  useStudio.setState((state) => ({ form: formReducer(state.form, action) }))
}
