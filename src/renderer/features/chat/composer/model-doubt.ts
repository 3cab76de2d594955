import type { Model, ModelKind } from '../../../../shared/model.ts'
import { type AbilityTable, ownAbility } from '../../../../shared/model-abilities.ts'
import { modelKind } from '../../../../shared/model-kind.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'

/** Why a model may be unsuitable: it does not accept pictures, or it is no chat model. */
export type ModelDoubt = 'blind' | Exclude<ModelKind, 'chat'>

/**
 * Reason not to send a message to a model; null when there is none. `own` is what the user said about models: whether one
 * takes pictures is then no question.
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
