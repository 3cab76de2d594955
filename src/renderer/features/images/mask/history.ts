/** One undo or redo step. */
export interface Step {
  /** Memory that the step needs, in bytes. */
  readonly bytes: number
}

/** Undo and redo steps; both lists end with the nearest step. */
export interface History<S extends Step> {
  readonly past: readonly S[]
  readonly future: readonly S[]
}

/** Maximum number of bytes of undo history for one mask. */
export const historyBudget = 128 * 1024 * 1024

export function emptyHistory<S extends Step>(): History<S> {
  return { past: [], future: [] }
}

export function historyBytes<S extends Step>({ past, future }: History<S>): number {
  return [...past, ...future].reduce((sum, step) => sum + step.bytes, 0)
}

/** Drops the steps farthest from the present, oldest first, until the rest fits. */
function within<S extends Step>(history: History<S>, budget: number): History<S> {
  let bytes = historyBytes(history)
  let { past, future } = history
  let dropped = 0
  while (bytes > budget && dropped < past.length) bytes -= past[dropped++]?.bytes ?? 0
  past = past.slice(dropped)
  dropped = 0
  while (bytes > budget && dropped < future.length) bytes -= future[dropped++]?.bytes ?? 0
  future = future.slice(dropped)
  return { past, future }
}

/** Returns the history after a new change; redo steps are dropped. */
export function recorded<S extends Step>(history: History<S>, step: S, budget: number): History<S> {
  return within({ past: [...history.past, step], future: [] }, budget)
}

/** Returns the history after an undo; `back` redoes it. */
export function undone<S extends Step>(history: History<S>, back: S, budget: number): History<S> {
  return within({ past: history.past.slice(0, -1), future: [...history.future, back] }, budget)
}

/** Returns the history after a redo; `back` undoes it. */
export function redone<S extends Step>(history: History<S>, back: S, budget: number): History<S> {
  return within({ past: [...history.past, back], future: history.future.slice(0, -1) }, budget)
}
