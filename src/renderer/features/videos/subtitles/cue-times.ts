import type { BurntCue } from '../../../../shared/burnt-cue.ts'

/** Longest time of a frame that is not divided, in seconds: that of cinema film. */
const frameMax = 0.042
/** Shortest part of a divided frame, in seconds, so that encoders see distinct times. */
const partMin = 0.001

/** A part of a frame's time, in seconds, with the cue to draw on it. */
export interface FramePart {
  readonly time: number
  readonly duration: number
  readonly cue: BurntCue | null
}

/** Returns cues that are `offset` seconds later. Drops those that then end before the film begins. */
export function shiftedCues(cues: readonly BurntCue[], offset: number): readonly BurntCue[] {
  return cues
    .filter(({ to }) => to + offset > 0)
    .map((cue) => ({ ...cue, from: Math.max(0, cue.from + offset), to: cue.to + offset }))
}

/** Returns the cue that is shown at a time. The cues are in order and never overlap. */
export function cueAt(cues: readonly BurntCue[], time: number): BurntCue | null {
  const last = cues[countUntil(cues, time) - 1]
  return last !== undefined && time < last.to ? last : null
}

/** Returns the number of cues that begin at or before a time. */
function countUntil(cues: readonly BurntCue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((cues[middle]?.from ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the cues of a frame. A cue begins and ends at the frame nearest to its times, so it is at most half a frame
 * off. A frame longer than that of cinema film is divided where cues begin and end.
 */
export function frameParts(
  cues: readonly BurntCue[],
  { duration, time }: Pick<FramePart, 'time' | 'duration'>,
): readonly FramePart[] {
  if (duration <= frameMax) return [{ time, duration, cue: cueAt(cues, time + duration / 2) }]
  const end = time + duration
  const starts = [time]
  for (let index = Math.max(0, countUntil(cues, time) - 1); index < cues.length; index += 1) {
    const cue = cues[index]
    if (cue === undefined || cue.from >= end) break
    for (const change of [cue.from, cue.to])
      if (change - (starts.at(-1) ?? time) >= partMin && end - change >= partMin) starts.push(change)
  }
  return starts.map((start, index) => {
    const length = (starts[index + 1] ?? end) - start
    return { time: start, duration: length, cue: cueAt(cues, start + length / 2) }
  })
}
