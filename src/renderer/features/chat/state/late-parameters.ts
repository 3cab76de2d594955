const lateMs = 400

let pending: { readonly apply: () => void; readonly timer: ReturnType<typeof setTimeout> } | null = null

/** Applies typed instructions 400 ms after the last key press, or when flushed. */
export function parametersTyped(apply: () => void): void {
  if (pending !== null) clearTimeout(pending.timer)
  pending = { apply, timer: setTimeout(flushParameters, lateMs) }
}

/** Applies typed text at once: before another conversation opens, before a message is sent, when the field unmounts. */
export function flushParameters(): void {
  if (pending === null) return
  clearTimeout(pending.timer)
  const { apply } = pending
  pending = null
  apply()
}
