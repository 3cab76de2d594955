import type { Connection } from '../../../../shared/connection.ts'
import type { ModelKind } from '../../../../shared/model.ts'
import type { Recipe, RecipeStep } from '../../../../shared/recipe.ts'
import type { StepKind } from '../../../../shared/recipe-limits.ts'
import { type FirstModel, requestTargetOf } from '../../../components/forms/request-target.ts'
import { firstModel } from '../../../components/model-picker/model-groups.ts'
import { appState } from '../../../platform/app-store.ts'
import { useModels } from '../../../platform/models-store.ts'
import type { Offered } from '../../../platform/recipes-store.ts'

type VideoStep = Extract<RecipeStep, { kind: 'video' }>

/** A step while it is edited. It keeps the fields of other kinds. */
export interface StepDraft {
  readonly key: string
  readonly kind: StepKind
  /** Null and empty for the usual connection and model. */
  readonly connectionId: string | null
  readonly model: string
  readonly prompt: string
  readonly language: string | null
  readonly size: string
  readonly duration: VideoStep['duration']
}

export interface RecipeDraft {
  readonly id: string
  readonly name: string
  readonly steps: readonly StepDraft[]
}

/** Kinds of models, by the steps that use them. */
export const modelKinds: Readonly<Record<StepKind, ModelKind>> = {
  transcribe: 'audio',
  write: 'chat',
  image: 'image',
  video: 'video',
}

export function newStep(kind: StepKind, model = '', prompt = ''): StepDraft {
  const target = { connectionId: null, model }
  return { key: crypto.randomUUID(), kind, ...target, prompt, language: null, size: '', duration: 5 }
}

export function draftOf({ id, name, steps }: Recipe): RecipeDraft {
  return {
    ...{ id, name },
    steps: steps.map((step) => {
      const draft = { ...newStep(step.kind), connectionId: step.connectionId, model: step.model, prompt: step.prompt }
      switch (step.kind) {
        case 'transcribe':
          return { ...draft, language: step.language }
        case 'image':
          return { ...draft, size: step.size ?? '' }
        case 'video':
          return { ...draft, duration: step.duration }
        case 'write':
          return draft
        default:
          return step satisfies never
      }
    }),
  }
}

/** Returns true if steps can begin with a result: recordings and videos are transcribed first. */
export function isFor([first]: readonly RecipeStep[], { kind }: Pick<Offered, 'kind'>): boolean {
  return (first?.kind === 'transcribe') === (kind === 'stored')
}

/** Returns the choice of a default model for a kind of step. */
export function firstOf(kind: StepKind): FirstModel {
  return (models) => firstModel(models, modelKinds[kind])
}

/** Returns true for a connection that an earlier choice names and that is gone. */
export function isGone(connectionId: string | null, connections: readonly Connection[]): boolean {
  return connectionId !== null && connections.every(({ id }) => id !== connectionId)
}

const sizePattern = /^\d{1,5}x\d{1,5}$/

/** Returns true for a size as it is sent, and for none. */
export function isSize(text: string): boolean {
  return text.trim() === '' || sizePattern.test(text.trim())
}

/** Returns the finished recipe; null while something is missing. */
export function recipeOfDraft({ id, name, steps }: RecipeDraft): Recipe | null {
  const whole = steps.map(stepOfDraft)
  const finished = whole.flatMap((step) => step ?? [])
  if (name.trim() === '' || finished.length === 0 || finished.length < whole.length) return null
  return { id, name: name.trim(), steps: finished }
}

function stepOfDraft(draft: StepDraft): RecipeStep | null {
  const { duration, kind, language, prompt, size } = draft
  const { connections } = appState()
  if (isGone(draft.connectionId, connections.connections)) return null
  const { connection, model } = requestTargetOf(draft, connections, useModels.getState().catalogues, firstOf(kind))
  if (connection === null || model === '') return null
  const target = { connectionId: connection.id, model, prompt: prompt.trim() }
  switch (kind) {
    case 'transcribe':
      return { kind, ...target, language }
    case 'write':
      return target.prompt === '' ? null : { kind, ...target }
    case 'image':
      return isSize(size) ? { kind, ...target, size: size.trim() === '' ? null : size.trim() } : null
    case 'video':
      return { kind, ...target, duration }
    default:
      return kind satisfies never
  }
}
