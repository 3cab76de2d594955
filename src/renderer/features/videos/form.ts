import { type FirstPictureField, isFirstPictureLink } from '../../../shared/first-picture.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { VideoDraft, VideoRequest } from '../../../shared/video.ts'
import {
  modelIdOf,
  type Orientation,
  orientationOf,
  type VideoModel,
  videosPerSubmitMax,
} from '../../../shared/video-models.ts'

/** The form's state equals its stored draft, so that nothing is lost between the two. */
export type FormState = VideoDraft

/** The empty form. */
export const emptyForm: FormState = {
  text: '',
  asList: false,
  connectionId: null,
  model: '',
  landscape: false,
  duration: 5,
}

/** Returns the prompts in the text: the whole text, or one per non-empty line. */
export function promptsOf({ text, asList }: Pick<FormState, 'text' | 'asList'>): readonly string[] {
  const prompts = asList ? text.split(/\r?\n/) : [text]
  return prompts.map((prompt) => (asList ? prompt.trim() : prompt)).filter((prompt) => prompt.trim() !== '')
}

/** Returns the number of videos that the form asks for; 0 without a prompt. */
export function videosIn(form: Pick<FormState, 'text' | 'asList' | 'copies'>): number {
  return promptsOf(form).length * (form.copies ?? 1)
}

/** Returns the requested orientation: the chosen one, unless the model is known to have only the other. */
export function chosenOrientation(landscape: boolean, model: VideoModel | null): Orientation {
  const wanted: Orientation = landscape ? 'landscape' : 'portrait'
  if (model === null || model[wanted]) return wanted
  return wanted === 'landscape' ? 'portrait' : 'landscape'
}

/** Why videos cannot be submitted. */
export type FormProblem = 'connection' | 'model' | 'prompt' | 'tooMany' | 'pictureLink'

export type RequestsOrProblem =
  | { readonly ok: true; readonly requests: readonly VideoRequest[] }
  | { readonly ok: false; readonly problem: FormProblem }

/** Chosen or default target. `model` is without its orientation, null if it is not listed. */
export interface VideoTarget {
  readonly connectionId: string | null
  readonly base: string
  readonly model: VideoModel | null
  /** How the connection takes a first picture; absent while that is off. */
  readonly firstPicture?: FirstPictureField | undefined
}

type FirstPicture = Pick<VideoRequest, 'firstPicture'>

/** Returns the first picture of the form's requests; null for a link that is none. Nothing while the setting is off. */
function firstPictureOf(form: FormState, { firstPicture: field }: VideoTarget): FirstPicture | null {
  if (field === undefined) return {}
  if (field.way === 'data') return form.firstPicture == null ? {} : { firstPicture: { mediaId: form.firstPicture.id } }
  const url = (form.firstPictureLink ?? '').trim()
  if (url === '') return {}
  return isFirstPictureLink(url) ? { firstPicture: { url } } : null
}

/** Returns the requests of the form; the videos of one prompt follow each other. */
export function requestsOf(form: FormState, target: VideoTarget): RequestsOrProblem {
  const no = (problem: FormProblem): RequestsOrProblem => ({ ok: false, problem })
  const { connectionId, base } = target
  if (connectionId === null) return no('connection')
  if (base === '') return no('model')
  const count = videosIn(form)
  if (count === 0) return no('prompt')
  if (count > videosPerSubmitMax) return no('tooMany')
  const model = modelIdOf(base, chosenOrientation(form.landscape, target.model))
  const picture = firstPictureOf(form, target)
  if (picture === null) return no('pictureLink')
  const requests = promptsOf(form).flatMap((prompt) =>
    Array.from({ length: form.copies ?? 1 }, () => ({
      ...{ connectionId, model, prompt, duration: form.duration },
      ...picture,
    })),
  )
  return { ok: true, requests }
}

/** Returns the form that repeats a request; `picture` is its first picture. */
export function formOfRequest(request: VideoRequest, base: string, picture: MediaItem | null): FormState {
  const { firstPicture } = request
  return {
    text: request.prompt,
    asList: false,
    connectionId: request.connectionId,
    model: base,
    landscape: orientationOf(request.model) === 'landscape',
    duration: request.duration,
    copies: 1,
    firstPicture: picture,
    firstPictureLink: firstPicture !== undefined && 'url' in firstPicture ? firstPicture.url : '',
  }
}

/** Number of videos from which a submission without a known price requires confirmation. */
const askedFrom = 5

/** Returns true if a submission must be confirmed, because too little is known about its cost. */
export function needsAgreement(count: number, isPriced: boolean): boolean {
  return count >= askedFrom && !isPriced
}
