import type { VirtualizerHandle } from 'virtua'

/**
 * Maximum number of frames in which a position is followed while the content above it is measured: 10 s at 60 per
 * second. Counted in frames, because measuring takes as many frames on a slow machine as on a fast one.
 */
const followFrames = 600
/** Frames without movement after which scrolling ends. */
const calmFrames = 8
/** The same while the position is only estimated, because content near the window may not be rendered yet. */
const calmFramesGuessed = 60

/** Distance of a position from its target. */
export interface Offset {
  /** Distance in px, positive downwards. */
  readonly by: number
  /** True if the distance was measured on the element, not estimated from its surroundings. */
  readonly exact: boolean
}

/**
 * Scrolls a region until nothing moves any more, or until the user scrolls or presses a key. Waits while `offset` is
 * null. Calls `rested` at the end. Returns its undo.
 *
 * A virtual list's `scrollToIndex` cannot be cancelled and continues while items are measured; two scrollers at once
 * would fight.
 */
export function followPlace(region: HTMLElement, offset: () => Offset | null, rested = () => {}): () => void {
  let frame = 0
  let left = followFrames
  let calm = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const) region.removeEventListener(name, stop)
  }
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const) {
    region.addEventListener(name, stop, { passive: true })
  }
  const step = () => {
    const now = offset()
    const before = region.scrollTop
    if (now !== null && Math.abs(now.by) > 1) region.scrollTop += now.by
    calm = now !== null && Math.abs(region.scrollTop - before) < 1 ? calm + 1 : 0
    const enough = now?.exact ? calmFrames : calmFramesGuessed
    left -= 1
    if (left > 0 && calm < enough) frame = requestAnimationFrame(step)
    else {
      stop()
      rested()
    }
  }
  frame = requestAnimationFrame(step)
  return stop
}

/** Returns the estimated position of a list item that may not be rendered yet, in px below the region's top. */
export function guessedItemTop(virtual: VirtualizerHandle, index: number): number {
  return virtual.getItemOffset(index) - virtual.scrollOffset
}

/**
 * Returns the shortest scroll that makes an element visible; one taller than the region shows its beginning. Null
 * without the element or the list.
 */
export function leastOffset(
  region: HTMLElement,
  element: Element | null | undefined,
  item: { readonly virtual: VirtualizerHandle | null; readonly index: number },
): Offset | null {
  if (element) {
    const [box, frame] = [element.getBoundingClientRect(), region.getBoundingClientRect()]
    return { by: least(box.top - frame.top, box.height, frame.height), exact: true }
  }
  const { virtual, index } = item
  if (virtual === null) return null
  return {
    by: least(guessedItemTop(virtual, index), virtual.getItemSize(index), region.clientHeight),
    exact: false,
  }
}

function least(top: number, height: number, viewport: number): number {
  if (top < 0) return top
  return Math.max(0, Math.min(top, top + height - viewport))
}
