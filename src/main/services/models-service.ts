import type { Catalogue } from '../../shared/model.ts'
import { fetchModels } from '../gateway/models.ts'
import { attemptsMax, decide } from '../gateway/retry-policy.ts'
import type { Clock, EventSink, Fetch } from '../platform.ts'
import type { Catalogues } from '../storage/catalogues.ts'
import type { ConnectionsService } from './connections-service.ts'

const timeoutMs = 20_000
/** A person is looking at the picker: a countdown longer than this is not worth their wait. */
const longestWaitMs = 5_000

/** What each connection's key may use. The last good list is kept and shown when the gateway cannot be asked. */
export class ModelsService {
  private readonly catalogues: Catalogues
  private readonly connections: ConnectionsService
  private readonly events: EventSink
  private readonly clock: Clock
  private readonly fetch: Fetch
  private readonly random: () => number
  private readonly running = new Map<string, Promise<Catalogue>>()

  constructor(parts: {
    readonly catalogues: Catalogues
    readonly connections: ConnectionsService
    readonly events: EventSink
    readonly clock: Clock
    readonly fetch: Fetch
    readonly random: () => number
  }) {
    this.catalogues = parts.catalogues
    this.connections = parts.connections
    this.events = parts.events
    this.clock = parts.clock
    this.fetch = parts.fetch
    this.random = parts.random
  }

  /** The catalogue as last seen; asks the gateway when told to, or when it never has. */
  async list(connectionId: string, refresh: boolean): Promise<Catalogue> {
    const known = this.catalogues.get(connectionId)
    if (known && !refresh) return { ...known, error: null }
    const already = this.running.get(connectionId)
    if (already) return already
    const asking = this.ask(connectionId).finally(() => this.running.delete(connectionId))
    this.running.set(connectionId, asking)
    return asking
  }

  private async ask(connectionId: string): Promise<Catalogue> {
    const access = await this.connections.access(connectionId)
    for (let attempt = 1; ; attempt += 1) {
      const found = await fetchModels(access, { fetch: this.fetch, timeoutMs })
      if (found.ok) {
        const catalogue: Catalogue = { models: found.value, fetchedAt: this.clock.now(), error: null }
        this.catalogues.set(connectionId, found.value, this.clock.now())
        this.events.emit('models.changed', { connectionId, catalogue })
        return catalogue
      }
      const decision = decide({ kind: 'read', error: found.error, shown: false, attempt }, this.random)
      if (decision.action !== 'retry' || decision.delayMs > longestWaitMs || attempt >= attemptsMax) {
        const known = this.catalogues.get(connectionId)
        return { models: known?.models ?? [], fetchedAt: known?.fetchedAt ?? null, error: found.error }
      }
      await new Promise<void>((resolve) => this.clock.after(decision.delayMs, resolve))
    }
  }
}
