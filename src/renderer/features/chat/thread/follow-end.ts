/** Where a scrolled region is, as far as following its end goes. */
export interface ScrollPlace {
  readonly top: number
  readonly height: number
  readonly viewport: number
}

export const nearEndPx = 32

export function atEnd(place: ScrollPlace): boolean {
  return place.height - place.top - place.viewport <= nearEndPx
}

/**
 * Whether the view goes on following the end after a scroll. Going up lets go at once, also by dragging the scroll bar;
 * only the reader's own arrival at the end takes it up again. What moves untouched is a virtual list that measures. A region that grows never changes anything.
 */
export function followsAfterScroll(
  following: boolean,
  before: ScrollPlace,
  now: ScrollPlace,
  touched: boolean,
): boolean {
  const moved = now.top - before.top
  // a region that became shorter is clamped by the browser: that is not the reader going up
  if (touched && moved < -1 && now.height >= before.height && now.viewport <= before.viewport) return false
  if (moved > 0 && atEnd(now)) return true
  return following
}
