import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { ModelFacts } from '../../../../shared/model-facts.ts'
import { windowOf } from '../../../../shared/model-window.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { fetchModelCard, type ModelCard } from '../../../gateway/model-card.ts'
import type { Ports } from '../../../platform.ts'
import type { Catalogues } from '../../../storage/catalogues.ts'
import type { ConnectionsService } from '../connections-service.ts'
import { factsOf } from './model-facts.ts'

export interface FactsParts extends Pick<Ports, 'fetch' | 'clock' | 'ending'> {
  readonly catalogues: Pick<Catalogues, 'get'>
  readonly connections: Pick<ConnectionsService, 'access' | 'addressOf'>
  readonly settings: () => Pick<Settings, 'modelWindowOf' | 'modelAbilityOf'>
}

/** Maximum number of cards that are kept. */
const cardsMax = 500

/** Provides the known facts about models. Gateway cards are kept for this run. */
export class FactsService {
  private readonly parts: FactsParts
  /** Includes the address, because an edited connection may reach another gateway. */
  private readonly cards = new Map<string, ModelCard>()

  constructor(parts: FactsParts) {
    this.parts = parts
  }

  async factsOf({ ask, connectionId, model }: CallInput<'models.facts'>): Promise<ModelFacts> {
    if (ask && this.card(connectionId, model) === null) await this.askGateway(connectionId, model)
    return this.knownFacts(connectionId, model)
  }

  /** Returns the same facts without sending a request. */
  knownFacts(connectionId: string, model: string): ModelFacts {
    const { modelAbilityOf, modelWindowOf } = this.parts.settings()
    const own = { window: windowOf(model, modelWindowOf)?.tokens ?? null, abilities: modelAbilityOf }
    const listed = this.parts.catalogues.get(connectionId)?.models.map(({ id }) => id) ?? []
    return factsOf(model, this.card(connectionId, model), own, listed)
  }

  private card(connectionId: string, model: string): ModelCard | null {
    const baseUrl = this.parts.connections.addressOf(connectionId)
    return baseUrl === null ? null : (this.cards.get(keyOf(baseUrl, connectionId, model)) ?? null)
  }

  /**
   * Fetches the model's card from the gateway and stores it. A failure stores nothing and is not reported: the user
   * asked for details, not for an error.
   */
  private async askGateway(connectionId: string, model: string): Promise<void> {
    const { clock, connections, ending, fetch } = this.parts
    const access = await connections.access(connectionId).catch(() => null)
    if (access === null) return
    const answer = await fetchModelCard(access, { fetch, clock, signal: ending }, model)
    if (answer.ok && this.cards.size < cardsMax)
      this.cards.set(keyOf(access.baseUrl, connectionId, model), answer.value)
  }
}

function keyOf(baseUrl: string, connectionId: string, model: string): string {
  return `${baseUrl}\n${connectionId}\n${model}`
}
