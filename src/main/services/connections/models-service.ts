import { type AppError, AppFailure } from '../../../shared/errors.ts'
import type { Catalogue } from '../../../shared/model.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import { fetchModels } from '../../gateway/models.ts'
import { attemptsMax, decide } from '../../gateway/retry-policy.ts'
import type { Clock, EventSink, Fetch } from '../../platform.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { ConnectionsService } from './connections-service.ts'

/** Longest retry wait, in ms, because the user is looking at the picker. */
const longestWaitMs = 5_000

/** A running request, with its address and key. */
interface Asking {
  readonly access: GatewayAccess
  readonly answer: Promise<Catalogue>
}

/** Models available to each connection's key. The last good list stays while the gateway cannot be reached. */
export class ModelsService {
  private readonly catalogues: Catalogues
  private readonly connections: ConnectionsService
  private readonly events: EventSink
  private readonly clock: Clock
  private readonly fetch: Fetch
  private readonly random: () => number
  private readonly ending: AbortSignal
  private readonly asking = new Map<string, Asking>()

  constructor(parts: {
    readonly catalogues: Catalogues
    readonly connections: ConnectionsService
    readonly events: EventSink
    readonly clock: Clock
    readonly fetch: Fetch
    readonly random: () => number
    /** Aborted when the app ends. */
    readonly ending: AbortSignal
  }) {
    this.catalogues = parts.catalogues
    this.connections = parts.connections
    this.events = parts.events
    this.clock = parts.clock
    this.fetch = parts.fetch
    this.random = parts.random
    this.ending = parts.ending
  }

  /** Resolves to the stored catalogue; asks the gateway on request or if there is none. */
  async listModels(connectionId: string, refresh: boolean): Promise<Catalogue> {
    const known = this.catalogues.get(connectionId)
    if (known && !refresh) return { ...known, error: null }
    let access: GatewayAccess
    try {
      access = await this.connections.access(connectionId)
    } catch (cause) {
      if (known && cause instanceof AppFailure) return { ...known, error: cause.error }
      throw cause
    }
    const already = this.asking.get(connectionId)
    if (already && sameAccess(already.access, access)) return already.answer
    const asking: Asking = { access, answer: this.askGateway(connectionId, access) }
    this.asking.set(connectionId, asking)
    try {
      return await asking.answer
    } finally {
      if (this.asking.get(connectionId) === asking) this.asking.delete(connectionId)
    }
  }

  private async askGateway(connectionId: string, access: GatewayAccess): Promise<Catalogue> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await fetchModels(access, { fetch: this.fetch, clock: this.clock, signal: this.ending })
      if (found.ok) {
        const catalogue: Catalogue = { models: found.value, fetchedAt: this.clock.now(), error: null }
        // the connection may have been removed or given another key meanwhile
        if (await this.isCurrent(connectionId, access)) {
          this.catalogues.set(connectionId, found.value, this.clock.now())
          this.events.emit('models.changed', { connectionId, catalogue })
        }
        return catalogue
      }
      const decision = decide({ kind: 'read', error: found.error, shown: false, attempt }, this.random)
      if (decision.action !== 'retry' || decision.delayMs > longestWaitMs || attempt >= attemptsMax)
        return this.lastKnown(connectionId, found.error)
      await this.wait(decision.delayMs)
      if (this.ending.aborted) return this.lastKnown(connectionId, found.error)
    }
  }

  private async isCurrent(connectionId: string, access: GatewayAccess): Promise<boolean> {
    const now = await this.connections.access(connectionId).catch(() => null)
    return now !== null && sameAccess(now, access) && !this.ending.aborted
  }

  private lastKnown(connectionId: string, error: AppError): Catalogue {
    const known = this.ending.aborted ? null : this.catalogues.get(connectionId)
    return { models: known?.models ?? [], fetchedAt: known?.fetchedAt ?? null, error }
  }

  /** Waits; ends early when the app ends. */
  private async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        this.ending.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.clock.after(ms, done)
      this.ending.addEventListener('abort', done, { once: true })
    })
  }
}

function sameAccess(one: GatewayAccess, other: GatewayAccess): boolean {
  return one.baseUrl === other.baseUrl && one.apiKey === other.apiKey
}
