import { type Money, type Price, type Sum, sumOf } from '../../../../shared/prices.ts'
import type { TranscriptionTarget } from '../../../../shared/transcript.ts'
import type { WaitingFile } from '../../../../shared/watched-folder.ts'
import { soundCost } from '../sound-cost.ts'

/** Returns the price of a recording by the length in its header; null if the length or the price is unknown. */
export function costOfFile(
  prices: readonly Price[],
  target: TranscriptionTarget,
  { duration }: Pick<WaitingFile, 'duration'>,
): Money | null {
  return duration === null ? null : (soundCost(prices, target, duration)?.money ?? null)
}

/** Returns the price of several recordings, and how many have none. */
export function costOfFiles(
  prices: readonly Price[],
  target: TranscriptionTarget,
  files: readonly Pick<WaitingFile, 'duration'>[],
): Sum {
  return sumOf(files.map((file) => costOfFile(prices, target, file)))
}
