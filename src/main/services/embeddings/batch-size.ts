import { batchSizeFirst, batchSizeMax } from '../../../shared/embedding-limits.ts'

/** Number of texts in the next request to a model, and the number that it refused; null if it refused none. */
export interface BatchSize {
  readonly size: number
  readonly refused: number | null
}

/**
 * Returns the size after a request of `texts` texts. It doubles up to 64 while the model accepts everything, and is
 * halved when it refuses; then it stays. A single refused text says nothing about sizes.
 */
export function batchSizeAfter(outcome: 'accepted' | 'refused', texts: number, known: BatchSize | null): BatchSize {
  const { size, refused } = known ?? { size: batchSizeFirst, refused: null }
  if (outcome === 'refused') {
    if (texts <= 1) return { size: batchSizeFirst, refused: null }
    return { size: Math.max(1, Math.floor(texts / 2)), refused: texts }
  }
  // a batch that was not full proves nothing
  if (refused !== null || texts < size) return { size, refused }
  return { size: Math.min(batchSizeMax, size * 2), refused }
}
