import { z } from 'zod'
import { type EmbeddingPhase, expectedRequests } from '../../../shared/embedding-limits.ts'
import { type EmbeddingsState, embeddingTermsSchema } from '../../../shared/embeddings.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { VectorReport } from './vector-messages.ts'

const storedSchema = z.object({
  terms: embeddingTermsSchema,
  /** True if the user has started, and the reason for a stop since then. */
  isStarted: z.boolean(),
  pausedBy: z.enum(['person', 'budget']).nullable(),
})
/** The user's decisions, stored with the choice. */
export type StoredDecisions = z.infer<typeof storedSchema>

export const nothingDecided: StoredDecisions = {
  terms: { budget: null, price: null },
  isStarted: false,
  pausedBy: null,
}

/** Returns the stored decisions; none if another version stored something else. */
export function decisionsIn(text: string | null): StoredDecisions {
  if (text === null) return nothingDecided
  return storedSchema.safeParse(JSON.parse(text)).data ?? nothingDecided
}

/** Report of a vector file that does not exist. */
export const noReport: VectorReport = {
  canSearch: true,
  choice: null,
  terms: null,
  isCounting: false,
  done: 0,
  wanted: { texts: 0, tokens: 0, wide: 0, held: 0, aside: 0 },
  totals: { requests: 0, tokens: 0, unknown: 0 },
  sets: [],
}

/** Everything that the state is built from. */
export interface StateParts {
  readonly report: VectorReport
  readonly stored: StoredDecisions
  readonly error: AppError | null
  readonly retryAt: number | null
}

export function phaseOf({ error, report, stored }: Omit<StateParts, 'retryAt'>): EmbeddingPhase {
  if (report.choice === null) return 'off'
  if (!stored.isStarted) return 'ready'
  return stored.pausedBy !== null || error !== null ? 'paused' : 'running'
}

/** Returns the state in the form that pages get. */
export function stateOf(parts: StateParts): EmbeddingsState {
  const { canSearch, choice, done, isCounting, sets, totals, wanted } = parts.report
  const { pausedBy, terms } = parts.stored
  const phase = phaseOf(parts)
  const current = sets.find(
    ({ connectionId, model }) => connectionId === choice?.connectionId && model === choice.model,
  )
  return {
    isAvailable: canSearch,
    phase,
    choice,
    terms,
    pausedBy: phase !== 'paused' ? null : parts.error === null ? pausedBy : 'error',
    error: parts.error,
    retryAt: parts.retryAt,
    isCounting,
    texts: { done, wanted: wanted.texts - wanted.held, held: wanted.held, aside: wanted.aside },
    tokens: { wanted: wanted.tokens, wide: wanted.wide, used: totals.tokens },
    requests: { sent: totals.requests, unknown: totals.unknown, expected: expectedRequests(wanted.texts) },
    sets: sets.map(({ connectionId, dimension, id, model, vectors }) => ({
      id,
      connectionId,
      model,
      dimension,
      vectors,
      isCurrent: id === current?.id,
    })),
  }
}
