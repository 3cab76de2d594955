import { modelsOfGroup } from '../../../src/demo-gateway/models.ts'
import { type Connection, placesOf } from '../../../src/shared/connection.ts'
import type { Catalogue } from '../../../src/shared/model.ts'
import { type ModelAbility, ownAbility } from '../../../src/shared/model-abilities.ts'
import type { ModelFacts } from '../../../src/shared/model-facts.ts'
import { modelKind } from '../../../src/shared/model-kind.ts'
import { windowOf } from '../../../src/shared/model-window.ts'
import type { Settings } from '../../../src/shared/settings.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

export const connectionId = 'environment'

const connection: Connection = {
  id: connectionId,
  name: 'Environment',
  baseUrl: 'http://127.0.0.1:9/v1',
  kind: 'environment',
  key: { kept: 'run', lastFour: null },
  allowInsecure: false,
  createdAt: 0,
}

const catalogue: Catalogue = {
  models: modelsOfGroup('all').map(({ id, ownedBy }) => ({ id, family: ownedBy, kind: modelKind(id) })),
  fetchedAt: Date.now(),
  error: null,
}

/** Facts about a model: the user's statements, else those of the demo's models. */
function factsOf(model: string, { modelAbilityOf, modelWindowOf }: Settings): ModelFacts {
  const sees = modelsOfGroup('all').find(({ id }) => id === model)?.vision === true
  const stated = (ability: ModelAbility) => {
    const own = ownAbility(modelAbilityOf, model, ability)
    return own === null ? null : ({ value: own === 'yes', source: 'person' } as const)
  }
  const window = windowOf(model, modelWindowOf)
  return {
    window: window === null ? null : { value: window.tokens, source: 'person' },
    sees: stated('sees') ?? { value: sees, source: 'gateway' },
    thinks: stated('thinks'),
    tools: stated('tools'),
    snapshotDate: '2026-07-02',
  }
}

/** The connections in memory: at first one with the demo's models, none of which is ever asked. */
export class Connections {
  readonly #settings: () => Settings
  #all: readonly Connection[] = [connection]

  constructor(settings: () => Settings) {
    this.#settings = settings
  }

  /** Makes it an installation without a connection. */
  forget(): void {
    this.#all = []
  }

  readonly handlers: SomeHandlers = {
    'connections.list': () => ({
      connections: this.#all,
      defaultId: this.#all[0]?.id ?? null,
      keychain: { available: false, reason: 'no keychain in this test' },
    }),
    'connections.test': ({ allowInsecure, baseUrl }) => {
      const places = placesOf(baseUrl, allowInsecure)
      return places.ok ? { outcome: 'ok', models: catalogue.models.length } : { outcome: 'failed', error: places.error }
    },
    'models.list': () => catalogue,
    'models.facts': ({ model }) => factsOf(model, this.#settings()),
  }
}
