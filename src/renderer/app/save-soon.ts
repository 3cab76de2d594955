/** How long a change waits for others before it is saved, in ms. */
const saveAfterMs = 300

/** Saves what changes often: a little after the last change, or at once. */
export class SaveSoon {
  private readonly save: () => void
  private pending: ReturnType<typeof setTimeout> | null = null

  constructor(save: () => void) {
    this.save = save
  }

  /** There is something to save. */
  changed(): void {
    if (this.pending !== null) clearTimeout(this.pending)
    this.pending = setTimeout(() => this.flush(), saveAfterMs)
  }

  /** Saves now what is not saved yet. */
  flush(): void {
    if (this.pending === null) return
    clearTimeout(this.pending)
    this.pending = null
    this.save()
  }
}
