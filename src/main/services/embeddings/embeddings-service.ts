import { existsSync } from 'node:fs'
import type { EmbeddingsState, EmbeddingTerms } from '../../../shared/embeddings.ts'
import { type AppError, appError, fail } from '../../../shared/errors.ts'
import { ok, type Result, refused } from '../../../shared/ipc/result.ts'
import { failureOf } from '../../faults.ts'
import type { Ports } from '../../platform.ts'
import type { PaidRequest } from '../../storage/spending.ts'
import { deleteVectors } from '../../storage/vector-database.ts'
import type { VectorModel } from '../../storage/vector-requests.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { EmbeddingRun, type EmbeddingRunParts } from './embedding-run.ts'
import { decisionsIn, noReport, nothingDecided, phaseOf, type StoredDecisions, stateOf } from './embeddings-state.ts'
import { paidEmbedding } from './paid-embedding.ts'
import type { PassageSource, PassageSources } from './passage-sources.ts'
import type { QueryVectors } from './query-vectors.ts'
import { isPassing } from './request-end.ts'
import type { VectorKeeper } from './vector-keeper.ts'
import type { Nearest, VectorReport } from './vector-messages.ts'

/** Longest time between a change and its event, in ms. */
const tellMs = 400

export interface EmbeddingsServiceParts
  extends Pick<Ports, 'clock' | 'events' | 'log'>,
    Omit<EmbeddingRunParts, 'tokensLeft' | 'progress' | 'retrying' | 'sources'> {
  readonly keeper: VectorKeeper
  readonly connections: Pick<ConnectionsService, 'access' | 'has'>
  readonly sources: PassageSources
  readonly queries: QueryVectors
  /** Called when a paid request ended. */
  readonly spent: (request: PaidRequest) => unknown
  /** Path of the vector file. */
  readonly path: string
}

/**
 * Vectors of texts: chosen, started, paused and deleted by the user. Off, it does nothing and starts no thread.
 * Other features use `register`, `changed`, `nearest` and `progress`.
 */
export class EmbeddingsService {
  private readonly parts: EmbeddingsServiceParts
  private report: VectorReport = noReport
  private stored: StoredDecisions = nothingDecided
  private run: EmbeddingRun | null = null
  private running: Promise<void> = Promise.resolve()
  private error: AppError | null = null
  private retryAt: number | null = null
  private cancelTell: (() => void) | null = null
  /** True if texts arrived while a run was ending. */
  private hasNews = false
  private closed = false

  constructor(parts: EmbeddingsServiceParts) {
    this.parts = parts
  }

  /** Continues the work of the last run, if there is a vector file. */
  async start(): Promise<void> {
    if (!existsSync(this.parts.path)) return
    await this.refresh()
    this.stored = decisionsIn(this.report.terms)
    this.parts.events.emit('embeddings.changed', this.present())
    if (this.report.choice === null) return
    await this.parts.sources.syncAll()
    this.proceed()
  }

  async close(): Promise<void> {
    this.closed = true
    this.cancelTell?.()
    this.run?.stop()
    await this.running
  }

  /** Resolves to the state of everything, with fresh counts. */
  async embeddingsState(): Promise<EmbeddingsState> {
    if (this.isOn || existsSync(this.parts.path)) await this.refresh()
    return this.present()
  }

  async chooseModel(choice: VectorModel): Promise<EmbeddingsState> {
    const { connections, keeper, sources } = this.parts
    if (!connections.has(choice.connectionId)) fail('no_connection')
    await this.refresh()
    if (!this.report.canSearch) fail('vectors_unavailable')
    const before = this.report.choice
    const isSame = before?.connectionId === choice.connectionId && before.model === choice.model
    if (!isSame) {
      this.run?.stop()
      // another model has another price, and was not started
      this.stored = { ...nothingDecided, terms: { ...this.stored.terms, price: null } }
      await keeper.ask('choose', { ...choice, terms: JSON.stringify(this.stored) })
      this.error = null
      await this.refresh()
      await sources.syncAll()
    }
    return await this.emitEmbeddingsState()
  }

  async setTerms(terms: EmbeddingTerms): Promise<EmbeddingsState> {
    this.mustBeOn()
    await this.store({ ...this.stored, terms })
    return await this.emitEmbeddingsState()
  }

  async beginRun(): Promise<EmbeddingsState> {
    this.mustBeOn()
    await this.store({ ...this.stored, isStarted: true, pausedBy: null })
    this.error = null
    await this.parts.keeper.ask('release', null)
    this.proceed()
    return await this.emitEmbeddingsState()
  }

  async pause(): Promise<EmbeddingsState> {
    this.mustBeOn()
    this.run?.stop()
    await this.store({ ...this.stored, pausedBy: 'person' })
    return await this.emitEmbeddingsState()
  }

  async removeSet(setId: number): Promise<EmbeddingsState> {
    await this.parts.keeper.ask('removeSet', setId)
    return await this.emitEmbeddingsState()
  }

  async removeVectors(): Promise<EmbeddingsState> {
    const { keeper, path } = this.parts
    this.run?.stop()
    await this.running
    if (existsSync(path)) await keeper.ask('unfollow', null)
    await keeper.endThread()
    deleteVectors(path)
    this.report = noReport
    this.stored = nothingDecided
    this.error = null
    const state = this.present()
    this.parts.events.emit('embeddings.changed', state)
    return state
  }

  /** Adds a kind of passages. Call it before `start`. */
  register(source: PassageSource): void {
    this.parts.sources.register(source)
  }

  /**
   * Call it when the passages of a collection have changed or the collection was removed. Cheap; does nothing while
   * embeddings are off.
   */
  scheduleEmbedding(collection: string): void {
    if (!this.isOn || this.closed) return
    this.parts.sources.sync(collection).then(
      () => this.onNews(),
      () => this.parts.log('warn', 'passages were not taken over'),
    )
  }

  /**
   * Resolves to the texts of some collections nearest to a query, best first. Costs at most one request, for a query
   * that was not asked lately. Never rejects. Errors: `embeddings_off`, `vectors_unavailable`, `vectors_refused`, the
   * gateway's.
   */
  async nearest(
    query: string,
    { collections, limit }: { readonly collections: readonly string[]; readonly limit: number },
  ): Promise<Result<readonly Nearest[]>> {
    const { choice } = this.report
    if (choice === null || !this.stored.isStarted) return refused(appError('embeddings_off'))
    if (!this.report.canSearch) return refused(appError('vectors_unavailable'))
    const vector = await this.parts.queries.vectorOf(query, choice)
    if (!vector.ok) return vector
    try {
      return ok(await this.parts.keeper.ask('nearest', { vector: vector.value, collections, limit }))
    } catch (cause) {
      return refused(failureOf(cause))
    }
  }

  /** Resolves to the number of different texts in some collections, and how many of them have a vector. */
  async progress(collections: readonly string[]): Promise<{ readonly texts: number; readonly embedded: number }> {
    if (!this.isOn) return { texts: 0, embedded: 0 }
    return await this.parts.keeper.ask('progress', collections)
  }

  /** Continues when the network is back. */
  network({ online }: { readonly online: boolean }): void {
    if (!online || this.error === null || !isPassing(this.error)) return
    this.error = null
    this.proceed()
  }

  /** Called when texts were added or removed. */
  onNews(): void {
    this.hasNews = true
    this.proceed()
    this.tellSoon()
  }

  /** Returns the price that the user entered with the model, or null. */
  get price(): EmbeddingTerms['price'] {
    return this.stored.terms.price
  }

  private get isOn(): boolean {
    return this.report.choice !== null
  }

  private mustBeOn(): void {
    if (!this.isOn) fail('embeddings_off')
  }

  /** Starts a run if there may be something to send. */
  private proceed(): void {
    const { choice } = this.report
    if (
      this.closed ||
      choice === null ||
      phaseOf({ report: this.report, stored: this.stored, error: this.error }) !== 'running' ||
      !this.report.canSearch
    )
      return
    if (this.run !== null && !this.run.isStopped) return
    const run = new EmbeddingRun(
      {
        ...this.parts,
        tokensLeft: () => this.tokensLeft(),
        progress: (tokens) => {
          const { totals } = this.report
          this.report = { ...this.report, totals: { ...totals, tokens: totals.tokens + tokens } }
          this.parts.spent(paidEmbedding(choice, tokens, this.parts.clock.now()))
          this.tellSoon()
        },
        retrying: (at) => {
          this.retryAt = at
          this.tellSoon()
        },
      },
      choice,
    )
    this.run = run
    this.hasNews = false
    // after the previous run, whose last request may still be running
    this.running = this.running.then(() => this.carryOut(run))
  }

  private async carryOut(run: EmbeddingRun): Promise<void> {
    const end = await run.run()
    if (this.run !== run) return
    this.run = null
    if (this.closed) return
    if (end === 'budget') await this.store({ ...this.stored, pausedBy: 'budget' }).catch(() => undefined)
    else if (end === 'idle' && this.hasNews) this.proceed()
    else if (typeof end !== 'string') {
      this.error = end
      // also over a restart: the gateway would be paid for the next answer that makes no sense
      if (end.code === 'vectors_refused')
        await this.store({ ...this.stored, pausedBy: 'person' }).catch(() => undefined)
      this.parts.log('warn', 'no vectors came', { code: end.code })
    }
    this.tellSoon()
  }

  private tokensLeft(): number | null {
    const { budget } = this.stored.terms
    return budget === null ? null : Math.max(0, budget - this.report.totals.tokens)
  }

  private async store(stored: StoredDecisions): Promise<void> {
    await this.parts.keeper.ask('setTerms', JSON.stringify(stored))
    this.stored = stored
  }

  private async refresh(): Promise<void> {
    this.report = await this.parts.keeper.ask('report', null)
  }

  private async emitEmbeddingsState(): Promise<EmbeddingsState> {
    await this.refresh()
    const state = this.present()
    this.parts.events.emit('embeddings.changed', state)
    return state
  }

  private tellSoon(): void {
    if (this.cancelTell !== null || this.closed) return
    this.cancelTell = this.parts.clock.after(tellMs, () => {
      this.cancelTell = null
      if (!this.closed && this.isOn) this.emitEmbeddingsState().catch(() => undefined)
    })
  }

  private present(): EmbeddingsState {
    return stateOf({ report: this.report, stored: this.stored, error: this.error, retryAt: this.retryAt })
  }
}
