import type { Model, ModelKind } from '../../../../shared/model.ts'
import { type AbilityTable, ownAbility } from '../../../../shared/model-abilities.ts'
import { modelKind } from '../../../../shared/model-kind.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'

/** Why a model may be unsuitable: it does not accept pictures, or is not a chat model. */
export type ModelDoubt = 'blind' | Exclude<ModelKind, 'chat'>

/**
 * Returns the reason not to send a message to a model; null if there is none. `own` has the user's settings for models.
 * They decide whether a model accepts pictures.
 */
export function doubtAbout(
  model: string,
  listed: readonly Model[],
  hasPictures: boolean,
  own: AbilityTable,
): ModelDoubt | null {
  const kind = listed.find(({ id }) => id === model)?.kind ?? modelKind(model)
  if (kind !== 'chat') return kind
  const sees = ownAbility(own, model, 'sees')
  const ids = listed.map(({ id }) => id)
  const isBlind = hasPictures && (sees === 'no' || (sees === null && isKnownBlind(model, ids)))
  return isBlind ? 'blind' : null
}
