import type { Model, ModelKind } from '../../../../shared/model.ts'
import { modelKind } from '../../../../shared/model-kind.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'

/** Why a model may be unsuitable: it does not accept pictures, or it is no chat model. */
export type ModelDoubt = 'blind' | Exclude<ModelKind, 'chat'>

/** Reason not to send a message to a model; null when there is none. */
export function doubtAbout(model: string, listed: readonly Model[], hasPictures: boolean): ModelDoubt | null {
  const kind = listed.find(({ id }) => id === model)?.kind ?? modelKind(model)
  if (kind !== 'chat') return kind
  const ids = listed.map(({ id }) => id)
  return hasPictures && isKnownBlind(model, ids) ? 'blind' : null
}
