/** Speech with a start and an end, in ms. */
interface Timed {
  readonly from: number
  readonly to: number
}

/** Deviations below this are rounding errors and corrected silently. */
const roundingMs = 100

/**
 * Repairs the times of segments: none begins before the previous one ends, runs backwards, or exceeds the recording
 * (`length` in ms; null when unknown).
 * Marks segments changed by more than rounding.
 */
export function mended<T extends Timed>(
  segments: readonly T[],
  length: number | null,
): readonly (T & { readonly mended: boolean })[] {
  const end = length ?? Number.POSITIVE_INFINITY
  const inside = (time: number): number => Math.min(Math.max(0, time), end)
  const clamped = segments.map((segment, index) => {
    const [from, to] = [inside(segment.from), inside(segment.to)]
    return { segment, index, from: Math.min(from, to), to: Math.max(from, to), moved: false }
  })
  const sorted = clamped.toSorted((one, other) => one.from - other.from || one.index - other.index)
  // two segments that overlap by no more than rounding meet in the middle, so that no word leaves its segment
  const meets = sorted.map((entry, index) => {
    const next = sorted[index + 1]
    if (next === undefined || entry.to <= next.from) return null
    if (entry.to - next.from > roundingMs) return next.from
    const middle = Math.round((entry.to + next.from) / 2)
    // never so late that the next one would end before it begins, or reach into its successor
    return Math.max(next.from, Math.min(middle, next.to, sorted[index + 2]?.from ?? middle))
  })
  const inOrder = sorted.map((entry, index) => {
    const before = sorted[index - 1]
    const after = sorted[index + 1]
    const from = Math.max(entry.from, meets[index - 1] ?? entry.from)
    return {
      ...entry,
      from,
      to: Math.max(from, Math.min(entry.to, meets[index] ?? entry.to)),
      moved: (before !== undefined && before.index > entry.index) || (after !== undefined && after.index < entry.index),
    }
  })
  return inOrder.map(({ segment, from, to, moved }) => ({
    ...segment,
    from,
    to,
    mended:
      moved ||
      segment.to < segment.from ||
      Math.abs(from - segment.from) > roundingMs ||
      Math.abs(to - segment.to) > roundingMs,
  }))
}
