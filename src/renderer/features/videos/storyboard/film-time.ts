/** A video of a film. */
export interface Clip {
  /** Id of its entry in the storyboard. */
  readonly id: string
  readonly url: string
  /** Length in seconds. */
  readonly seconds: number
}

/** Returns the times at which the clips begin, in seconds, and the end of the film as the last element. */
export function startsOf(clips: readonly Pick<Clip, 'seconds'>[]): readonly number[] {
  const starts = [0]
  for (const { seconds } of clips) starts.push((starts.at(-1) ?? 0) + seconds)
  return starts
}

/** Returns the clip that is shown at a time of the film, and the time within it; both ends are clamped. */
export function placeAt(starts: readonly number[], time: number): { readonly index: number; readonly at: number } {
  const last = Math.max(0, starts.length - 2)
  const next = starts.findIndex((start) => start > time)
  const index = next < 0 ? last : Math.max(0, Math.min(last, next - 1))
  const [begin = 0, end = 0] = [starts[index], starts[index + 1]]
  return { index, at: Math.min(Math.max(0, time - begin), Math.max(0, end - begin)) }
}

/** Returns the time of a video's last frame, in seconds: just before its end, where every decoder still has a frame. */
export function lastFrameTime(duration: number): number {
  return Number.isFinite(duration) ? Math.max(0, duration - 0.01) : 0
}

/** Longest side of a still picture in the list, in px. */
const stillMax = 320

/** Returns the size of a still picture: the video's, scaled down to the bound. */
export function stillSize({ width, height }: { readonly width: number; readonly height: number }): {
  readonly width: number
  readonly height: number
} {
  const scale = Math.min(1, stillMax / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
