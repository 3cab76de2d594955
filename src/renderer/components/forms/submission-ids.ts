/** Maximum number of unanswered submissions that are remembered. */
const openMax = 100

/**
 * Ids for a submission, by its content. The same content sent again after a lost answer has the same ids, so main
 * recognises it and nothing is paid twice.
 */
export class SubmissionIds {
  readonly #open = new Map<string, readonly string[]>()

  /** Returns the ids for `content`; the same ones until it was accepted. */
  for(content: string, count: number): readonly string[] {
    const known = this.#open.get(content)
    if (known !== undefined) return known
    const ids = Array.from({ length: count }, () => crypto.randomUUID())
    this.#open.set(content, ids)
    const [oldest] = this.#open.keys()
    if (this.#open.size > openMax && oldest !== undefined) this.#open.delete(oldest)
    return ids
  }

  /** Returns the id for a single submission; the same one until it was accepted. */
  one(content: string): string {
    const [id] = this.for(content, 1)
    return id ?? crypto.randomUUID()
  }

  /** Drops the ids after main has accepted the submission; equal content then gets new ones. */
  dropAccepted(content: string): void {
    this.#open.delete(content)
  }
}
