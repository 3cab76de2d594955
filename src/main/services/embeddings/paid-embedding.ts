import { randomUUID } from 'node:crypto'
import type { PaidRequest } from '../../storage/spending.ts'
import type { VectorModel } from '../../storage/vector-requests.ts'

/** Returns a request for vectors as a row of spending. */
export function paidEmbedding(
  { connectionId, model }: Pick<VectorModel, 'connectionId' | 'model'>,
  promptTokens: number | undefined,
  at: number,
): PaidRequest {
  return { id: randomUUID(), at, kind: 'embedding', model, connectionId, itemId: '', promptTokens }
}
