/** Video durations in seconds (gateway-api.md, POST /v1/videos/generations). */
export const videoDurations = [5, 10, 15, 20] as const

/** Longest prompt, in UTF-16 units; the same as for images, since the gateway documents no bound. */
export const videoPromptMax = 32_000

/** Maximum number of videos in one call. */
export const videosPerSubmitMax = 100

/** Choices for the number of videos of one prompt. */
export const videoCopies = [1, 2, 3, 4] as const

/** How long the gateway keeps a task, in ms (design §7). */
export const taskLifeMs = 24 * 60 * 60_000

const landscapeSuffix = '-landscape'

/** A video model with the orientations listed in a catalogue. */
export interface VideoModel {
  /** Model id without its orientation. */
  readonly base: string
  readonly portrait: boolean
  readonly landscape: boolean
}

export type Orientation = 'portrait' | 'landscape'

/** Returns the orientation of a model id: `<model>` is portrait, `<model>-landscape` is landscape. */
export function orientationOf(modelId: string): Orientation {
  return modelId.endsWith(landscapeSuffix) ? 'landscape' : 'portrait'
}

/** Returns a model id without its orientation; prices are stored under it. */
export function baseOf(modelId: string): string {
  return modelId.endsWith(landscapeSuffix) ? modelId.slice(0, -landscapeSuffix.length) : modelId
}

/**
 * Returns the price per second that the user entered for a model without its orientation; undefined if there is none.
 */
export function secondPriceOf(prices: Readonly<Record<string, number>>, base: string): number | undefined {
  // a model may have the name of a member that every object has
  return Object.hasOwn(prices, base) ? prices[base] : undefined
}

/** Returns the id to submit for a model in an orientation. */
export function modelIdOf(base: string, orientation: Orientation): string {
  return orientation === 'landscape' ? `${base}${landscapeSuffix}` : base
}

/** Groups the ids of a catalogue into models by their names, in catalogue order. */
export function videoModels(ids: readonly string[]): readonly VideoModel[] {
  const known = new Set(ids)
  return [...new Set(ids.map(baseOf))].map((base) => ({
    base,
    portrait: known.has(base),
    landscape: known.has(modelIdOf(base, 'landscape')),
  }))
}
