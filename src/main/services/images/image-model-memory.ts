import { z } from 'zod'
import type { AppError } from '../../../shared/errors.ts'
import type { ImageModelNotes, ImageRequest } from '../../../shared/image.ts'
import {
  type PictureField,
  pictureFields,
  type SpecialParameter,
  specialParameters,
} from '../../../shared/image-kinds.ts'
import { refusedParameters, refusesSeveral } from '../../gateway/picture-refusal.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'image-model-notes'
/** Maximum number of models that are remembered; the oldest are dropped. */
const modelsMax = 200

const noteSchema = z.object({
  connectionId: z.string(),
  model: z.string(),
  /** The form field in which it took several pictures; null if it has taken none yet. */
  field: z.enum(pictureFields).nullable(),
  /** True if its last answer to several pictures was a refusal. */
  refusedSeveral: z.boolean(),
  /** Parameters that it refused when they were sent last. */
  refusedParameters: z.array(z.enum(specialParameters)).readonly().catch([]),
})
type Note = z.infer<typeof noteSchema>
type Target = Pick<ImageRequest, 'connectionId' | 'model'>

const unknownModel = { field: null, refusedSeveral: false, refusedParameters: [] } as const

/** Remembers what each model of a connection takes and refuses. Survives a restart. */
export class ImageModelMemory {
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  modelNotes(target: Target): ImageModelNotes {
    const { refusedParameters: parameters, refusedSeveral } = this.noteOf(target)
    return { refusedParameters: parameters, refusedSeveral }
  }

  /** Returns the form field for several pictures: the one that worked, else OpenAI's. */
  fieldFor(target: Target): PictureField {
    return this.noteOf(target).field ?? 'image[]'
  }

  /** Notes that a request was accepted. */
  noteAnswer(request: ImageRequest): void {
    const before = this.noteOf(request)
    const sent = sentParameters(request)
    const parameters = before.refusedParameters.filter((name) => !sent.includes(name))
    const field = request.edit?.pictureField ?? 'image[]'
    const several = hasSeveral(request) ? { field, refusedSeveral: false } : {}
    if (hasSeveral(request) || parameters.length < before.refusedParameters.length)
      this.note(request, { ...before, ...several, refusedParameters: parameters })
  }

  /**
   * Notes a failure, and returns it: `several_refused` if the gateway refused the number of the pictures,
   * `parameter_refused` if it refused a parameter that few models take.
   */
  noteFailure(request: ImageRequest, error: AppError): AppError {
    const before = this.noteOf(request)
    const refused = refusedParameters(error, sentParameters(request))
    if (refused.length > 0) {
      const parameters = [...new Set([...before.refusedParameters, ...refused])]
      this.note(request, { ...before, refusedParameters: parameters })
      return { ...error, code: 'parameter_refused' }
    }
    if (!hasSeveral(request) || !refusesSeveral(error)) return error
    this.note(request, { ...before, field: null, refusedSeveral: true })
    return { ...error, code: 'several_refused' }
  }

  private noteOf(target: Target): Omit<Note, 'connectionId' | 'model'> {
    return this.notes().find((note) => isOf(note, target)) ?? unknownModel
  }

  private note({ connectionId, model }: Target, about: Omit<Note, 'connectionId' | 'model'>): void {
    const others = this.notes().filter((note) => !isOf(note, { connectionId, model }))
    const notes = [...others, { connectionId, model, ...about }].slice(-modelsMax)
    this.preferences.set(preference, JSON.stringify(notes))
  }

  private notes(): readonly Note[] {
    const stored = this.preferences.get(preference)
    return stored === null ? [] : (z.array(noteSchema).safeParse(parsed(stored)).data ?? [])
  }
}

function isOf(note: Target, target: Target): boolean {
  return note.connectionId === target.connectionId && note.model === target.model
}

function hasSeveral({ edit }: ImageRequest): boolean {
  return (edit?.references ?? []).length > 0
}

function sentParameters({ background, format }: ImageRequest): readonly SpecialParameter[] {
  return [
    ...(background == null ? [] : (['background'] as const)),
    ...(format == null ? [] : (['output_format'] as const)),
  ]
}
