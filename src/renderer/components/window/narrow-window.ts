/** Below this width, form and results do not fit side by side; studio.module.css has the same value. */
const narrowQuery = '(max-width: 899px)'

/** Returns true if the window is too narrow to show form and results together. */
export function isNarrow(): boolean {
  return window.matchMedia(narrowQuery).matches
}
