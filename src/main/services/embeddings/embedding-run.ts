import type { AppError } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { EmbeddingAnswer } from '../../gateway/embedding-answer.ts'
import { type EmbeddingIo, fetchEmbeddings } from '../../gateway/embeddings.ts'
import { decide } from '../../gateway/retry-policy.ts'
import type { VectorModel } from '../../storage/vector-requests.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { PassageSources } from './passage-sources.ts'
import { prefixScheme } from './prefix-scheme.ts'
import { otherDimension } from './query-vectors.ts'
import { endStateOf } from './request-end.ts'
import type { VectorKeeper } from './vector-keeper.ts'
import type { Batch } from './vector-messages.ts'

/** Number of consecutive texts refused alone before the cause is assumed to be something other than the text. */
const aloneMax = 3

export interface EmbeddingRunParts extends Omit<EmbeddingIo, 'signal' | 'deadlines'> {
  readonly keeper: Pick<VectorKeeper, 'ask'>
  readonly connections: Pick<ConnectionsService, 'access'>
  readonly sources: Pick<PassageSources, 'textAt'>
  readonly random: () => number
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
  /** Tokens that may still be used; null for no limit. */
  readonly tokensLeft: () => number | null
  /** Called when a request ended; `tokens` is its usage. */
  readonly progress: (tokens: number) => void
  /** Called with the time when a failed request is sent again, and with null when it is. */
  readonly retrying: (at: number | null) => void
}

/** Why a run ended: nothing is left to send, it was stopped, the budget is used up, or an error. */
export type RunEnd = 'idle' | 'stopped' | 'budget' | AppError

/** Sends one request after another until nothing is left. */
export class EmbeddingRun {
  private readonly parts: EmbeddingRunParts
  private readonly model: VectorModel
  private readonly stopping = new AbortController()
  private aloneRefused = 0

  constructor(parts: EmbeddingRunParts, model: VectorModel) {
    this.parts = parts
    this.model = model
  }

  /** Sends nothing more. The running request ends on its own, and its answer is stored. */
  stop(): void {
    this.stopping.abort()
  }

  get isStopped(): boolean {
    return this.stopping.signal.aborted || this.parts.ending.aborted
  }

  /** Sends requests until nothing is left, or the run ends for another reason. Never rejects. */
  async run(): Promise<RunEnd> {
    try {
      const access = await this.parts.connections.access(this.model.connectionId)
      for (;;) {
        if (this.isStopped) return 'stopped'
        const batch = await this.parts.keeper.ask('batch', { tokensMax: this.parts.tokensLeft() })
        if (batch === null) return 'idle'
        if (batch === 'budget') return 'budget'
        const end = await this.sendBatch(access, batch)
        if (end === 'budget') return end
        if (end !== null) return this.isStopped && end.code === 'cancelled' ? 'stopped' : end
      }
    } catch (cause) {
      return failureOf(cause)
    }
  }

  /** Sends one batch; an error or the budget ends the run. A batch whose answer was lost waits for the next run. */
  private async sendBatch(access: GatewayAccess, batch: Batch): Promise<AppError | 'budget' | null> {
    const { keeper, sources } = this.parts
    const { document } = prefixScheme(this.model.model)
    const read = batch.texts.map(({ textId, text, places }) => ({ textId, text: text ?? sources.textAt(places) }))
    const sent = read.flatMap(({ textId, text }) => (text === null ? [] : [{ textId, text: `${document}${text}` }]))
    const unread = read.flatMap(({ textId, text }) => (text === null ? [textId] : []))
    const textIds = sent.map(({ textId }) => textId)
    if (sent.length === 0) {
      await keeper.ask('fail', { requestId: batch.requestId, state: 'failed', textIds: unread, next: 'drop' })
      return null
    }
    const texts = sent.map(({ text }) => text.toWellFormed())
    let { requestId } = batch
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetchEmbeddings(
        access,
        { model: this.model.model, texts },
        { ...this.parts, signal: this.parts.ending },
      )
      if (answer.ok) return await this.store(requestId, textIds, unread, answer.value, batch.estimated)
      const { error } = answer
      const state = endStateOf(error)
      if (error.code === 'bad_request' || error.code === 'content_refused' || error.code === 'too_large')
        return await this.refusedForSize(requestId, textIds, error)
      if (state === 'refused') {
        await keeper.ask('fail', { requestId, state, textIds, next: 'hold' })
        this.parts.progress(batch.estimated)
        return error
      }
      const decision = decide({ kind: 'words', error, shown: false, attempt }, this.parts.random)
      // a request that may have been charged counts before the next one is sent
      if (state === 'unknown') this.parts.progress(batch.estimated)
      const isAgain = decision.action === 'retry' && (await this.waits(decision.delayMs))
      if (!isAgain || !this.hasRoomFor(batch.estimated)) {
        await keeper.ask('fail', { requestId, state, textIds, next: 'keep' })
        return isAgain ? 'budget' : error
      }
      requestId = await keeper.ask('again', { batch: { ...batch, requestId, size: texts.length }, state })
    }
  }

  private hasRoomFor(tokens: number): boolean {
    const left = this.parts.tokensLeft()
    return left === null || tokens <= left
  }

  private async store(
    requestId: number,
    textIds: readonly number[],
    unread: readonly number[],
    { dimension, tokens, vectors }: EmbeddingAnswer,
    estimated: number,
  ): Promise<AppError | null> {
    const { keeper, progress } = this.parts
    const isStored = await keeper.ask('commit', {
      requestId,
      model: this.model,
      textIds,
      dimension,
      vectors,
      tokens,
      unread,
    })
    progress(tokens ?? estimated)
    this.aloneRefused = 0
    if (isStored) return null
    await keeper.ask('fail', { requestId, state: 'refused', textIds, next: 'hold' })
    return otherDimension(dimension, (await keeper.ask('dimension', null)) ?? 0)
  }

  /** Handles a refusal, which cost nothing: tries half as many texts, or sets a single one aside. */
  private async refusedForSize(
    requestId: number,
    textIds: readonly number[],
    error: AppError,
  ): Promise<AppError | null> {
    const { keeper } = this.parts
    const isAlone = textIds.length === 1
    this.aloneRefused += isAlone ? 1 : 0
    const isOtherwise = this.aloneRefused >= aloneMax
    await keeper.ask('fail', {
      requestId,
      state: 'failed',
      textIds,
      next: isAlone && !isOtherwise ? 'aside' : 'keep',
    })
    await keeper.ask('shrink', textIds.length)
    return isOtherwise ? error : null
  }

  /** Waits for the next attempt; resolves to false if the run was stopped meanwhile. */
  private async waits(ms: number): Promise<boolean> {
    const { clock, ending, retrying } = this.parts
    const signal = AbortSignal.any([ending, this.stopping.signal])
    retrying(clock.now() + ms)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = clock.after(ms, done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })
    retrying(null)
    return !signal.aborted
  }
}
