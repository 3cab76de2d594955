/** How long a change waits for others before it is saved, in ms. */
const saveAfterMs = 300
/** How long changes that do not pause wait at most, in ms: a page that crashes saves nothing any more. */
const saveWithinMs = 2000

/** Saves what changes often: a little after the last change, now and then while changes go on, or at once. */
export class SaveSoon {
  private readonly save: () => void
  private pending: { readonly timer: ReturnType<typeof setTimeout>; readonly since: number } | null = null

  constructor(save: () => void) {
    this.save = save
  }

  /** There is something to save. */
  changed(): void {
    const now = performance.now()
    const since = this.pending?.since ?? now
    this.forget()
    const wait = Math.min(saveAfterMs, Math.max(0, since + saveWithinMs - now))
    this.pending = { timer: setTimeout(() => this.flush(), wait), since }
  }

  /** Saves now what is not saved yet. */
  flush(): void {
    if (this.pending === null) return
    this.forget()
    this.save()
  }

  /** Saves nothing of what has changed so far. */
  forget(): void {
    if (this.pending !== null) clearTimeout(this.pending.timer)
    this.pending = null
  }
}
