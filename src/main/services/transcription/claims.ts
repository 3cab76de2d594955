import type { Clock } from '../../platform.ts'

/** Silence of a page after which another page may take over its recording, in ms. */
export const claimMs = 60_000

/** A page's claim on a recording. Each claim has its own id, even a second one of the same page. */
export interface Claim {
  readonly id: number
  readonly pageId: string
  /** Largest piece size that the page was given, in bytes. */
  readonly pieceBytes: number
}

interface HeldClaim extends Claim {
  readonly cancel: () => void
}

/** Claims of pages on recordings. They end with the app, as pages do. */
export class Claims {
  private readonly clock: Clock
  private readonly onLapse: () => void
  private readonly held = new Map<string, HeldClaim>()
  /** Claims of silent pages, which other pages may replace. */
  private readonly lapsed = new Map<string, Claim>()
  private lastId = 0

  constructor(clock: Clock, onLapse: () => void) {
    this.clock = clock
    this.onLapse = onLapse
  }

  has(jobId: string): boolean {
    return this.held.has(jobId)
  }

  /** Returns true if a claim is neither released nor replaced; a lapsed one is still valid. */
  isValid(jobId: string, claim: Claim): boolean {
    return (this.held.get(jobId) ?? this.lapsed.get(jobId))?.id === claim.id
  }

  takeClaim(jobId: string, pageId: string, pieceBytes: number): Claim {
    this.lastId += 1
    return this.setClaim(jobId, { id: this.lastId, pageId, pieceBytes })
  }

  /**
   * Renews a page's claim, even a lapsed one that no other page replaced. Returns null if another page has the
   * recording, or the claim was released: the page's results since then are outdated.
   */
  renewClaim(jobId: string, pageId: string): Claim | null {
    const claim = this.held.get(jobId) ?? this.lapsed.get(jobId)
    return claim === undefined || claim.pageId !== pageId ? null : this.setClaim(jobId, claim)
  }

  release(jobId: string): void {
    this.held.get(jobId)?.cancel()
    this.held.delete(jobId)
    this.lapsed.delete(jobId)
  }

  close(): void {
    for (const id of [...this.held.keys()]) this.release(id)
  }

  private setClaim(jobId: string, { id, pageId, pieceBytes }: Claim): Claim {
    this.release(jobId)
    const claim = { id, pageId, pieceBytes }
    const cancel = this.clock.after(claimMs, () => {
      this.held.delete(jobId)
      this.lapsed.set(jobId, claim)
      this.onLapse()
    })
    this.held.set(jobId, { ...claim, cancel })
    return claim
  }
}
