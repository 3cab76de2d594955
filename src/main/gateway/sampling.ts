import type { Effort } from '../../shared/effort.ts'

/** Sampling of a request for text; null leaves a value to the gateway. */
export interface Sampling {
  readonly temperature: number | null
  readonly topP: number | null
  readonly maxTokens: number | null
  /** The requested thinking effort; null or absent leaves it to the gateway. */
  readonly effort?: Effort | null
}

/** Returns the fields that have the same name at every text endpoint. Leaves out null values. */
export function samplingFields({ temperature, topP }: Sampling): { temperature?: number; top_p?: number } {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
  }
}
