/** Debounce before a change is saved, in ms. */
const saveAfterMs = 300
/** Longest delay while changes continue, in ms, because a crashing page cannot save. */
const saveWithinMs = 2000

/** Saves frequent changes: debounced, at intervals while changes continue, or at once. */
export class SaveSoon {
  private readonly save: () => void
  private pending: { readonly timer: ReturnType<typeof setTimeout>; readonly since: number } | null = null

  constructor(save: () => void) {
    this.save = save
  }

  /** Reports a change. */
  scheduleSave(): void {
    const now = performance.now()
    const since = this.pending?.since ?? now
    this.forget()
    const wait = Math.min(saveAfterMs, Math.max(0, since + saveWithinMs - now))
    this.pending = { timer: setTimeout(() => this.flush(), wait), since }
  }

  /** Saves unsaved changes now. */
  flush(): void {
    if (this.pending === null) return
    this.forget()
    this.save()
  }

  /** Drops unsaved changes. */
  forget(): void {
    if (this.pending !== null) clearTimeout(this.pending.timer)
    this.pending = null
  }
}
