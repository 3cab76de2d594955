import type { ImageDraft, ImageRequest } from '../../../shared/image.ts'
import { type ImageKindId, imagesPerRequestMax, parseSize, sizesOf } from '../../../shared/image-kinds.ts'
import type { MediaItem } from '../../../shared/media.ts'

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
  keepOutside: true,
}

export type FormAction =
  | { readonly type: 'changed'; readonly change: Partial<Omit<FormState, 'source' | 'n'>> }
  | { readonly type: 'counted'; readonly n: number }
  | { readonly type: 'source'; readonly media: MediaItem; readonly sourceImageId: string | null }
  | { readonly type: 'sourceRemoved' }
  | { readonly type: 'mask'; readonly sourceId: string; readonly mask: MediaItem | null }
  | { readonly type: 'replaced'; readonly form: FormState }

/** Applies a change of the user to the form. */
export function formReducer(form: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'changed':
      return { ...form, ...action.change }
    case 'counted':
      return { ...form, n: clampCount(action.n) }
    case 'source':
      if (form.source?.media.id === action.media.id) {
        return { ...form, source: { ...form.source, sourceImageId: action.sourceImageId ?? form.source.sourceImageId } }
      }
      // a new picture has no mask, and its own size is the best default
      return {
        ...form,
        source: { media: action.media, sourceImageId: action.sourceImageId, mask: null, ...sizeBefore(form) },
        size: '',
      }
    case 'sourceRemoved':
      // a size that was chosen for the edit stays
      return { ...form, source: null, size: form.size === '' ? (form.source?.sizeBefore ?? '') : form.size }
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

/** Returns the size to restore when the source is removed, even if another picture replaces it. */
function sizeBefore({ size, source }: FormState): Pick<FormSource, 'sizeBefore'> {
  const before = source === null ? size : source.sizeBefore
  return before === undefined || before === '' ? {} : { sizeBefore: before }
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
  const parsed = parseSize(typed)
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
export type FormProblem = 'connection' | 'model' | 'prompt' | 'size'

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
      edit:
        source === null
          ? null
          : {
              sourceId: source.media.id,
              sourceImageId: source.sourceImageId,
              maskId: source.mask?.id ?? null,
              keepOutside: source.mask !== null && form.keepOutside,
            },
    },
  }
}

/** Returns the form that repeats a request. Source and mask are passed as library items if known. */
export function formOfRequest(
  request: ImageRequest,
  source: MediaItem | null,
  mask: MediaItem | null,
  before: FormState,
): FormState {
  const { edit } = request
  return {
    prompt: request.prompt,
    connectionId: request.connectionId,
    model: request.model,
    n: request.n,
    size: request.size ?? '',
    quality: edit === null ? request.quality : before.quality,
    source: edit === null || source === null ? null : { media: source, sourceImageId: edit.sourceImageId, mask },
    keepOutside: edit === null || edit.maskId === null ? before.keepOutside : edit.keepOutside,
  }
}
