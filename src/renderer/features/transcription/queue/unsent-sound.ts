import type { TranscriptionJob } from '../../../../shared/transcript.ts'

/**
 * Returns the ms of sound that a retry of a job sends: the pieces that are not transcribed yet. Null while the length
 * is unknown.
 */
export function unsentMs({ duration, pieces }: Pick<TranscriptionJob, 'duration' | 'pieces'>): number | null {
  if (pieces.length === 0) return duration
  const left = pieces.filter(({ state }) => state !== 'done')
  // an uncut recording of unknown length has no end
  if (left.some(({ from, to }) => to <= from)) return duration
  return left.reduce((sum, { from, to }) => sum + to - from, 0)
}
