import type { Clock } from '../../platform.ts'

/** Silence of a page after which another page may take over its recording, in ms. */
export const claimMs = 60_000

interface Claim {
  readonly pageId: string
  /** The largest piece the page was told, in bytes. */
  readonly pieceBytes: number
  readonly cancel: () => void
}

/** Claims of pages on recordings. They end with the app, as pages do. */
export class Claims {
  private readonly clock: Clock
  private readonly onLapse: () => void
  private readonly claims = new Map<string, Claim>()

  constructor(clock: Clock, onLapse: () => void) {
    this.clock = clock
    this.onLapse = onLapse
  }

  has(jobId: string): boolean {
    return this.claims.has(jobId)
  }

  take(jobId: string, pageId: string, pieceBytes: number): void {
    this.release(jobId)
    const cancel = this.clock.after(claimMs, () => {
      this.claims.delete(jobId)
      this.onLapse()
    })
    this.claims.set(jobId, { pageId, pieceBytes, cancel })
  }

  /** Renews a page's claim, also after it lapsed if no other page has one. Null if another page has it. */
  keep(jobId: string, pageId: string, pieceBytes: number): { readonly pieceBytes: number } | null {
    const claim = this.claims.get(jobId)
    if (claim && claim.pageId !== pageId) return null
    const told = claim?.pieceBytes ?? pieceBytes
    this.take(jobId, pageId, told)
    return { pieceBytes: told }
  }

  release(jobId: string): void {
    this.claims.get(jobId)?.cancel()
    this.claims.delete(jobId)
  }

  close(): void {
    for (const id of [...this.claims.keys()]) this.release(id)
  }
}
