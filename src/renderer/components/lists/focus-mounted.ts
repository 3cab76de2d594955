/** Maximum number of frames to wait for a row that is scrolled to. */
const framesMax = 30

/**
 * Focuses a row of a virtual list once it is mounted and measured; before that it is invisible and cannot take the
 * focus. `find` returns the row, or null while it is missing. Tries at once and then for at most 30 frames, and calls
 * `onFocused` once.
 */
export function focusMounted(
  find: () => HTMLElement | null,
  onFocused: () => void = () => undefined,
  frames = framesMax,
): void {
  const row = find()
  row?.focus({ preventScroll: true })
  if (row !== null && document.activeElement === row) onFocused()
  else if (frames > 0) requestAnimationFrame(() => focusMounted(find, onFocused, frames - 1))
}
