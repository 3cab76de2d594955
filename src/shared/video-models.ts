/** Seconds of video that can be asked for (gateway-api.md, POST /v1/videos/generations). */
export const videoDurations = [5, 10, 15, 20] as const

/** The longest prompt, in UTF-16 units: as for images, since the gateway names no bound. */
export const videoPromptMax = 32_000

/** How many videos are taken in by one call at most. */
export const videosPerSubmitMax = 100

/** For how long the gateway keeps a task, in ms (design §7). */
export const taskLifeMs = 24 * 60 * 60_000

const landscapeSuffix = '-landscape'

/** A video model with the orientations that a catalogue has of it. */
export interface VideoModel {
  /** Without the orientation. */
  readonly base: string
  readonly portrait: boolean
  readonly landscape: boolean
}

export type Orientation = 'portrait' | 'landscape'

/** What a model id asks for: `<model>` is portrait, `<model>-landscape` is landscape. */
export function orientationOf(modelId: string): Orientation {
  return modelId.endsWith(landscapeSuffix) ? 'landscape' : 'portrait'
}

/** The id without its orientation: what prices are kept under. */
export function baseOf(modelId: string): string {
  return modelId.endsWith(landscapeSuffix) ? modelId.slice(0, -landscapeSuffix.length) : modelId
}

/** The id to submit for a model in an orientation. */
export function modelIdOf(base: string, orientation: Orientation): string {
  return orientation === 'landscape' ? `${base}${landscapeSuffix}` : base
}

/** Puts the ids of a catalogue together by their naming, in the order of the list. */
export function videoModels(ids: readonly string[]): readonly VideoModel[] {
  const known = new Set(ids)
  return [...new Set(ids.map(baseOf))].map((base) => ({
    base,
    portrait: known.has(base),
    landscape: known.has(modelIdOf(base, 'landscape')),
  }))
}
