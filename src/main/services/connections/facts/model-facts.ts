import type { ModelFacts } from '../../../../shared/model-facts.ts'
import { isKnownBlind } from '../../../../shared/model-sight.ts'
import type { ModelCard } from '../../../gateway/model-card.ts'
import snapshot from './snapshot.json' with { type: 'json' }

const known: ReadonlyMap<string, readonly [window: number, signs: string]> = new Map(
  Object.entries(snapshot.models).flatMap(([id, [window, signs]]) =>
    typeof window === 'number' && typeof signs === 'string' ? [[id, [window, signs] as const]] : [],
  ),
)

/** The bundled entry of a model: by its id in any case, also behind a vendor's prefix. Never by likeness. */
function entryOf(model: string): readonly [window: number, signs: string] | undefined {
  const id = model.toLowerCase()
  return known.get(id) ?? known.get(id.slice(id.lastIndexOf('/') + 1))
}

/** What is known about a model, each fact from the most trusted source that has it. `window` is what the person set. */
export function factsOf(
  model: string,
  gateway: ModelCard | null,
  window: number | undefined,
  listed: readonly string[],
): ModelFacts {
  const entry = entryOf(model)
  const ability = (value: boolean | null | undefined, sign: string): ModelFacts['sees'] => {
    if (value !== null && value !== undefined) return { value, source: 'gateway' }
    return entry === undefined ? null : { value: entry[1].includes(sign), source: 'snapshot' }
  }
  return {
    window: windowOf(entry?.[0] ?? 0, gateway, window),
    sees: ability(gateway?.sees, 's') ?? (isKnownBlind(model, listed) ? { value: false, source: 'name' } : null),
    thinks: ability(gateway?.thinks, 't'),
    tools: ability(gateway?.tools, 'c'),
    snapshotDate: snapshot.date,
  }
}

function windowOf(bundled: number, gateway: ModelCard | null, set: number | undefined): ModelFacts['window'] {
  if (set !== undefined) return { value: set, source: 'person' }
  if (gateway?.window != null) return { value: gateway.window, source: 'gateway' }
  return bundled > 0 ? { value: bundled, source: 'snapshot' } : null
}
