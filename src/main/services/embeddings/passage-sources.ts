import type { TextPlace } from '../../storage/vector-texts.ts'
import type { VectorKeeper } from './vector-keeper.ts'

/** Passages read and stored at once. */
const step = 64

/** A kind of passages other than the history. Every method is synchronous and runs on the main thread. */
export interface PassageSource {
  /** Prefix of its collections: `knowledge` for `knowledge:ID`. */
  readonly kind: string
  /** Returns the names of all collections to embed. */
  collections(): readonly string[]
  /**
   * Keys of a collection's passages, with a time in ms: the newest get their vectors first. Empty if the collection was
   * removed.
   */
  keys(collection: string): readonly { readonly key: string; readonly at: number }[]
  /** Returns the texts of at most 64 passages, in order; null for a passage that was removed or must not be sent. */
  texts(collection: string, keys: readonly string[]): readonly (string | null)[]
}

/**
 * Keeps the vector file in step with passages of other features. A passage never changes: a changed text has a new key.
 */
export class PassageSources {
  private readonly keeper: Pick<VectorKeeper, 'ask'>
  private readonly sources: PassageSource[] = []
  private last: Promise<unknown> = Promise.resolve()

  constructor(keeper: Pick<VectorKeeper, 'ask'>) {
    this.keeper = keeper
  }

  register(source: PassageSource): void {
    this.sources.push(source)
  }

  /** Copies the passages of every collection, and forgets those of removed collections. */
  async syncAll(): Promise<void> {
    const present = this.sources.flatMap((source) => source.collections())
    const known = await this.keeper.ask('collections', null)
    for (const collection of new Set([...present, ...known])) await this.sync(collection)
  }

  /** Copies the passages of one collection, after the collections requested before. */
  async sync(collection: string): Promise<void> {
    const run = this.last.then(() => this.syncCollection(collection))
    this.last = run.catch(() => undefined)
    await run
  }

  /** Returns the text of a passage from one of its sources; null if all were removed. */
  textAt(places: readonly TextPlace[]): string | null {
    for (const { collection, key } of places) {
      const text = this.sourceOf(collection)?.texts(collection, [key])[0] ?? null
      if (text !== null && text !== '') return text
    }
    return null
  }

  private sourceOf(collection: string): PassageSource | undefined {
    return this.sources.find(({ kind }) => collection.startsWith(`${kind}:`))
  }

  private async syncCollection(collection: string): Promise<void> {
    const source = this.sourceOf(collection)
    const passages = source?.keys(collection) ?? []
    const times = new Map(passages.map(({ key, at }) => [key, at]))
    const all = [...times.keys()]
    const missing = await this.keeper.ask('compare', { collection, keys: all })
    for (let from = 0; source !== undefined && from < missing.length; from += step) {
      const keys = missing.slice(from, from + step)
      const texts = source.texts(collection, keys)
      const found = keys.flatMap((key, index) => {
        const text = texts[index] ?? ''
        return text.trim() === '' ? [] : [{ key, at: times.get(key) ?? 0, text }]
      })
      await this.keeper.ask('put', { collection, passages: found })
    }
    await this.keeper.ask('retain', { collection, keys: all })
  }
}
