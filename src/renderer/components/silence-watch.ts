/** Watches something that should be heard of now and then, and acts once when it falls silent. */
export class SilenceWatch {
  private readonly silenceMs: number
  private readonly onSilent: () => void
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(silenceMs: number, onSilent: () => void) {
    this.silenceMs = silenceMs
    this.onSilent = onSilent
  }

  /** Begins to wait, or begins anew because something was heard. */
  heard(): void {
    this.rest()
    this.timer = setTimeout(() => {
      this.timer = null
      this.onSilent()
    }, this.silenceMs)
  }

  /** Waits for nothing until `heard` is called. */
  rest(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}
