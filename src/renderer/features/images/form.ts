import type { ImageDraft, ImageRequest } from '../../../shared/image.ts'
import { type ImageKindId, imagesPerRequestMax, parseSize, sizeOfRatio, sizesOf } from '../../../shared/image-kinds.ts'
import type { MediaItem } from '../../../shared/media.ts'
import {
  areTooLarge,
  type FormPicture,
  type FormPictures,
  hasRoom,
  moved,
  picturesOf,
  sentReferences,
  withPictures,
} from './form-pictures.ts'

/** The form's state has the stored draft's shape, so that nothing is lost between them. */
export type FormState = ImageDraft
export type FormSource = NonNullable<ImageDraft['source']>

/** The empty form. */
export const emptyForm: FormState = {
  prompt: '',
  connectionId: null,
  model: '',
  n: 1,
  size: '',
  quality: null,
  source: null,
  references: [],
  keepOutside: true,
  background: null,
  format: null,
}

export type FormAction =
  | { readonly type: 'changed'; readonly change: Partial<Omit<FormState, 'source' | 'references' | 'n'>> }
  | { readonly type: 'counted'; readonly n: number }
  /** Replaces the first picture; `isAlone` removes the others. */
  | {
      readonly type: 'source'
      readonly media: MediaItem
      readonly sourceImageId: string | null
      readonly isAlone?: boolean
    }
  | { readonly type: 'pictureAdded'; readonly picture: FormPicture }
  | { readonly type: 'pictureRemoved'; readonly index: number }
  | { readonly type: 'pictureMoved'; readonly from: number; readonly to: number }
  | { readonly type: 'role'; readonly index: number; readonly role: string }
  /** Restores pictures that were removed. */
  | { readonly type: 'pictures'; readonly pictures: FormPictures }
  | { readonly type: 'mask'; readonly sourceId: string; readonly mask: MediaItem | null }
  | { readonly type: 'replaced'; readonly form: FormState }

/** Applies a change of the user to the form. */
export function formReducer(form: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'changed':
      return { ...form, ...action.change }
    case 'counted':
      return { ...form, n: clampCount(action.n) }
    case 'source': {
      const [first, ...others] = picturesOf(form)
      const isSame = first?.media.id === action.media.id
      const imageId = action.sourceImageId ?? (isSame ? first.imageId : null)
      const rest = others.filter(({ media }) => media.id !== action.media.id)
      const source = { media: action.media, imageId, role: first?.role ?? '' }
      return withPictures(form, action.isAlone === true ? [{ ...source, role: '' }] : [source, ...rest])
    }
    case 'pictureAdded': {
      const pictures = picturesOf(form)
      const isThere = pictures.some(({ media }) => media.id === action.picture.media.id)
      return isThere || !hasRoom(form) ? form : withPictures(form, [...pictures, action.picture])
    }
    case 'pictureRemoved':
      return withPictures(form, picturesOf(form).toSpliced(action.index, 1))
    case 'pictureMoved':
      return withPictures(form, moved(picturesOf(form), action.from, action.to))
    case 'role':
      return withPictures(
        form,
        picturesOf(form).map((one, index) => (index === action.index ? { ...one, role: action.role } : one)),
      )
    case 'pictures':
      return { ...form, ...action.pictures }
    case 'mask':
      // the mask of a replaced picture does not fit the new one
      if (form.source === null || form.source.media.id !== action.sourceId) return form
      return { ...form, source: { ...form.source, mask: action.mask } }
    case 'replaced':
      return action.form
    default:
      return action satisfies never
  }
}

/** Clamps the number of images to what one request may ask for. */
export function clampCount(n: number): number {
  return Number.isFinite(n) ? Math.min(Math.max(Math.round(n), 1), imagesPerRequestMax) : 1
}

/** A size choice: left to the model (null), a size in the gateway's spelling, or invalid. */
export type SizeChoice = { readonly ok: true; readonly size: string | null } | { readonly ok: false }

/**
 * Returns the size that is sent. A model with a fixed list accepts only listed sizes. For any other size, an edit sends
 * none, and a new image the first one of the list.
 */
export function chosenSize(typed: string, kind: ImageKindId, hasSource: boolean): SizeChoice {
  const parsed = parseSize(sizeOfRatio(typed) ?? typed)
  const size = parsed === null ? null : `${parsed.width}x${parsed.height}`
  const listed = sizesOf(kind)
  if (listed.length > 0) {
    if (size !== null && listed.includes(size)) return { ok: true, size }
    return { ok: true, size: hasSource ? null : (listed[0] ?? null) }
  }
  if (typed.trim() === '') return { ok: true, size: null }
  return size === null ? { ok: false } : { ok: true, size }
}

/** Reason why a request cannot be made. */
export type FormProblem = 'connection' | 'model' | 'prompt' | 'size' | 'pictures'

export type RequestOrProblem =
  | { readonly ok: true; readonly request: ImageRequest }
  | { readonly ok: false; readonly problem: FormProblem }

/** Chosen or default target. */
export interface ImageTarget {
  readonly connectionId: string | null
  readonly model: string
  readonly kind: ImageKindId
}

/** Returns the request of the form. An edit has no quality; the connection determines how pictures are transferred. */
export function requestOf(form: FormState, target: ImageTarget): RequestOrProblem {
  const no = (problem: FormProblem): RequestOrProblem => ({ ok: false, problem })
  if (target.connectionId === null) return no('connection')
  if (target.model === '') return no('model')
  if (form.prompt.trim() === '') return no('prompt')
  const { source } = form
  const size = chosenSize(form.size, target.kind, source !== null)
  if (!size.ok) return no('size')
  if (areTooLarge(form)) return no('pictures')
  return {
    ok: true,
    request: {
      connectionId: target.connectionId,
      model: target.model,
      prompt: form.prompt,
      n: clampCount(form.n),
      size: size.size,
      quality: source === null ? form.quality : null,
      responseFormat: null,
      ...special(form),
      edit:
        source === null
          ? null
          : {
              sourceId: source.media.id,
              sourceImageId: source.sourceImageId,
              maskId: source.mask?.id ?? null,
              keepOutside: source.mask !== null && form.keepOutside,
              ...sentReferences(form),
            },
    },
  }
}

/** Returns the chosen parameters that only some models take. A transparent background needs a type that can hold it. */
function special({ background = null, format = null }: FormState): Pick<ImageRequest, 'background' | 'format'> {
  const type = background !== null && format === 'jpeg' ? null : format
  return { ...(background === null ? {} : { background }), ...(type === null ? {} : { format: type }) }
}

/** The library files of a request, as far as they are there. */
export interface RequestFiles {
  readonly source: MediaItem | null
  readonly mask: MediaItem | null
  readonly references: readonly MediaItem[]
}

/** Returns the form that repeats a request. */
export function formOfRequest(
  request: ImageRequest,
  { mask, references, source }: RequestFiles,
  before: FormState,
): FormState {
  const { edit } = request
  const imageIds = new Map((edit?.references ?? []).map(({ imageId, mediaId }) => [mediaId, imageId]))
  return {
    prompt: request.prompt,
    connectionId: request.connectionId,
    model: request.model,
    n: request.n,
    size: request.size ?? '',
    quality: edit === null ? request.quality : before.quality,
    source: edit === null || source === null ? null : { media: source, sourceImageId: edit.sourceImageId, mask },
    references:
      edit === null || source === null
        ? []
        : references.map((media) => ({ media, imageId: imageIds.get(media.id) ?? null })),
    background: request.background ?? null,
    format: request.format ?? null,
    keepOutside: edit === null || edit.maskId === null ? before.keepOutside : edit.keepOutside,
  }
}
