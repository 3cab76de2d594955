import type { Clock } from '../../platform.ts'

/** Time without audible sound from a page, in ms, after which a recording that needs no cut is sent. */
export const silenceWaitMs = 20_000

/** State of a page that analyses an uncut recording. */
type Wait = 'unreported' | 'sent' | { readonly stop: () => void }

/**
 * Claimed recordings whose pages make no pieces. Recordings that need no cut are sent while the page still analyses
 * them.
 */
export class UncutClaims {
  private readonly clock: Clock
  private readonly onAhead: (jobId: string) => void
  private readonly waits = new Map<string, Wait>()

  constructor(clock: Clock, onAhead: (jobId: string) => void) {
    this.clock = clock
    this.onAhead = onAhead
  }

  /** Records that a page begins; `mayGoAhead` if nothing but silence could keep the recording from being sent. */
  beginClaim(jobId: string, mayGoAhead: boolean): void {
    this.endClaim(jobId)
    this.waits.set(jobId, mayGoAhead ? 'unreported' : 'sent')
  }

  /**
   * Records a page's report. The recording is sent once something can be heard, or a while after the last report. A
   * page that never reports may have been ended by the recording.
   */
  reported(jobId: string, audible: boolean): void {
    const wait = this.waits.get(jobId)
    if (wait === undefined || wait === 'sent') return
    if (wait !== 'unreported') wait.stop()
    if (audible) this.goAhead(jobId)
    else this.waits.set(jobId, { stop: this.clock.after(silenceWaitMs, () => this.goAhead(jobId)) })
  }

  has(jobId: string): boolean {
    return this.waits.has(jobId)
  }

  endClaim(jobId: string): void {
    const wait = this.waits.get(jobId)
    if (typeof wait === 'object') wait.stop()
    this.waits.delete(jobId)
  }

  close(): void {
    for (const jobId of [...this.waits.keys()]) this.endClaim(jobId)
  }

  private goAhead(jobId: string): void {
    this.endClaim(jobId)
    this.waits.set(jobId, 'sent')
    this.onAhead(jobId)
  }
}
