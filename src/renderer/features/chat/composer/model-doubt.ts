import type { Model, ModelKind } from '../../../../shared/model.ts'
import { modelKind } from '../../../../shared/model-kind.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'

/** Why a model may be the wrong one: it does not see pictures, or it is no chat model. */
export type ModelDoubt = 'blind' | Exclude<ModelKind, 'chat'>

/** Returns what speaks against sending a message to a model; null where nothing is known. */
export function doubtAbout(model: string, listed: readonly Model[], hasPictures: boolean): ModelDoubt | null {
  const kind = listed.find(({ id }) => id === model)?.kind ?? modelKind(model)
  if (kind !== 'chat') return kind
  const ids = listed.map(({ id }) => id)
  return hasPictures && isKnownBlind(model, ids) ? 'blind' : null
}
