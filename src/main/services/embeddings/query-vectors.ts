import { type AppError, appError } from '../../../shared/errors.ts'
import { ok, type Result, refused } from '../../../shared/ipc/result.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { failureOf } from '../../faults.ts'
import type { EmbeddingIo } from '../../gateway/embeddings.ts'
import { fetchEmbeddings } from '../../gateway/embeddings.ts'
import type { Deadlines } from '../../gateway/request-watch.ts'
import type { PaidRequest } from '../../storage/spending.ts'
import type { VectorModel } from '../../storage/vector-requests.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { paidEmbedding } from './paid-embedding.ts'
import { prefixScheme } from './prefix-scheme.ts'
import { endStateOf } from './request-end.ts'
import type { VectorKeeper } from './vector-keeper.ts'

/** Queries whose vectors are kept in memory. */
const keptMax = 200
/** Longest query that is sent, in UTF-16 units. */
const queryMax = 2_000
/** Short deadlines, because the user is waiting for the results of a search. */
const deadlines: Deadlines = { headersMs: 10_000, silenceMs: 10_000, totalMs: 10_000 }

export interface QueryVectorsParts extends Omit<EmbeddingIo, 'signal' | 'deadlines'> {
  readonly keeper: Pick<VectorKeeper, 'ask'>
  readonly connections: Pick<ConnectionsService, 'access'>
  readonly ending: AbortSignal
  /** Called when a paid request ended. */
  readonly spent: (request: PaidRequest) => unknown
}

/** Vectors of queries: one request for each new query, none for a recent one. */
export class QueryVectors {
  private readonly parts: QueryVectorsParts
  private readonly kept = new Map<string, Promise<Result<Float32Array>>>()

  constructor(parts: QueryVectorsParts) {
    this.parts = parts
  }

  /** Resolves to the vector of a query, of length 1. Never rejects. */
  async vectorOf(query: string, chosen: VectorModel): Promise<Result<Float32Array>> {
    const text = query.replace(/\s+/g, ' ').trim().slice(0, queryMax).toWellFormed()
    if (text === '') return refused(appError('invalid_input', 'an empty query'))
    const name = JSON.stringify([chosen.connectionId, chosen.model, text])
    const known = this.kept.get(name)
    if (known !== undefined) {
      // the last used one is the last to go
      this.kept.delete(name)
      this.kept.set(name, known)
      return await known
    }
    const asked = this.askVector(text, chosen).catch(
      (cause: unknown): Result<Float32Array> => refused(failureOf(cause)),
    )
    this.kept.set(name, asked)
    const oldest = this.kept.keys().next().value
    if (this.kept.size > keptMax && oldest !== undefined) this.kept.delete(oldest)
    const answer = await asked
    if (!answer.ok && this.kept.get(name) === asked) this.kept.delete(name)
    return answer
  }

  private async askVector(text: string, { connectionId, model }: VectorModel): Promise<Result<Float32Array>> {
    const { connections, ending, keeper } = this.parts
    const access = await connections.access(connectionId)
    const texts = [`${prefixScheme(model).query}${text}`]
    const requestId = await keeper.ask('beginQuery', estimateTokens(texts[0] ?? '').tokens)
    const answer = await fetchEmbeddings(access, { model, texts }, { ...this.parts, deadlines, signal: ending })
    if (!answer.ok) {
      await keeper.ask('endQuery', { requestId, state: endStateOf(answer.error), tokens: null })
      return answer
    }
    await keeper.ask('endQuery', { requestId, state: 'done', tokens: answer.value.tokens })
    this.parts.spent(paidEmbedding({ connectionId, model }, answer.value.tokens ?? undefined, this.parts.clock.now()))
    const wanted = await keeper.ask('dimension', null)
    if (wanted !== null && wanted !== answer.value.dimension)
      return refused(otherDimension(answer.value.dimension, wanted))
    return ok(answer.value.vectors)
  }
}

/** Returns the error for vectors that cannot be compared with the existing ones. */
export function otherDimension(got: number, wanted: number): AppError {
  return appError('vectors_refused', `vectors of ${got} numbers, where the others have ${wanted}`)
}
