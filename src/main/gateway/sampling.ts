import type { Effort } from '../../shared/effort.ts'

/** Sampling of a request for text; null leaves a value to the gateway. */
export interface Sampling {
  readonly temperature: number | null
  readonly topP: number | null
  readonly maxTokens: number | null
  /** How much the model is to think; null or absent leaves it to the gateway. */
  readonly effort?: Effort | null
}

/** The fields that every endpoint for text calls the same. A null value is left out. */
export function samplingFields({ temperature, topP }: Sampling): { temperature?: number; top_p?: number } {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
  }
}
