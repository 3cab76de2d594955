/** Below this, form and results do not fit side by side with comfort; studio.module.css says the same. */
const narrowQuery = '(max-width: 899px)'

/** Whether the form can be folded away. */
export function isNarrow(): boolean {
  return window.matchMedia(narrowQuery).matches
}
