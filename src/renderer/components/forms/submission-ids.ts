/** Submissions whose answer was lost; more are not remembered. */
const openMax = 100

/**
 * Ids for a submission, by its content. The same content sent again after a lost answer has the same ids, so main
 * recognises it and nothing is paid twice.
 */
export class SubmissionIds {
  readonly #open = new Map<string, readonly string[]>()

  /** Returns the ids of what `content` says; the same until `taken`. */
  for(content: string, count: number): readonly string[] {
    const known = this.#open.get(content)
    if (known !== undefined) return known
    const ids = Array.from({ length: count }, () => crypto.randomUUID())
    this.#open.set(content, ids)
    const [oldest] = this.#open.keys()
    if (this.#open.size > openMax && oldest !== undefined) this.#open.delete(oldest)
    return ids
  }

  /** Returns the id of a single submission; the same until `taken`. */
  one(content: string): string {
    const [id] = this.for(content, 1)
    return id ?? crypto.randomUUID()
  }

  /** Forgets the ids: main has the submission, and the same content is a new one from now on. */
  taken(content: string): void {
    this.#open.delete(content)
  }
}
