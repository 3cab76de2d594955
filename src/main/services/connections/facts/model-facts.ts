import { type AbilityTable, type ModelAbility, ownAbility } from '../../../../shared/model-abilities.ts'
import type { ModelFacts } from '../../../../shared/model-facts.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'
import type { ModelCard } from '../../../gateway/model-card.ts'
import snapshot from './snapshot.json' with { type: 'json' }

const known: ReadonlyMap<string, readonly [window: number, signs: string]> = new Map(
  Object.entries(snapshot.models).flatMap(([id, [window, signs]]) =>
    typeof window === 'number' && typeof signs === 'string' ? [[id, [window, signs] as const]] : [],
  ),
)

/** Returns the bundled entry of a model: by its id in any case, also after a vendor's prefix. Never by similarity. */
function entryOf(model: string): readonly [window: number, signs: string] | undefined {
  const id = model.toLowerCase()
  return known.get(id) ?? known.get(id.slice(id.lastIndexOf('/') + 1))
}

/** Flags of the snapshot. */
const signOf: Readonly<Record<ModelAbility, string>> = { sees: 's', thinks: 't', tools: 'c' }

/** The user's own entries about a model. */
export interface OwnWords {
  readonly window: number | null
  readonly abilities: AbilityTable
}

/** Returns the known facts about a model, each from the most trusted source that has it. */
export function factsOf(
  model: string,
  gateway: ModelCard | null,
  own: OwnWords,
  listed: readonly string[],
): ModelFacts {
  const entry = entryOf(model)
  const abilityOf = (ability: ModelAbility): ModelFacts['sees'] => {
    const said = ownAbility(own.abilities, model, ability)
    if (said !== null) return { value: said === 'yes', source: 'person' }
    const told = gateway?.[ability] ?? null
    if (told !== null) return { value: told, source: 'gateway' }
    return entry === undefined ? null : { value: entry[1].includes(signOf[ability]), source: 'snapshot' }
  }
  return {
    window: windowOf(entry?.[0] ?? 0, gateway, own.window),
    sees: abilityOf('sees') ?? (isKnownBlind(model, listed) ? { value: false, source: 'name' } : null),
    thinks: abilityOf('thinks'),
    tools: abilityOf('tools'),
    snapshotDate: snapshot.date,
  }
}

function windowOf(bundled: number, gateway: ModelCard | null, set: number | null): ModelFacts['window'] {
  if (set !== null) return { value: set, source: 'person' }
  if (gateway?.window != null) return { value: gateway.window, source: 'gateway' }
  return bundled > 0 ? { value: bundled, source: 'snapshot' } : null
}
