import type { Clock } from '../../platform.ts'
import type { KnowledgeSources } from '../../storage/knowledge-sources.ts'
import type { Embeddings, PassageSource } from '../embeddings/index.ts'
import type { KnowledgeFile } from './knowledge-file.ts'

const kind = 'knowledge'
/** Delay of notifications about changed passages, in ms: reading a folder changes them many times. */
const tellMs = 1000
/** Maximum wait for the vector of a draft, in ms; afterwards only the words count. */
const waitMs = 4000
/** Cosine below which a passage is unrelated to a draft, for the usual models. */
const scoreMin = 0.25

export interface PassageVectorsParts {
  readonly file: KnowledgeFile
  readonly sources: KnowledgeSources
  readonly embeddings: Embeddings['service']
  readonly clock: Clock
}

/** The passages of collections for the semantic search. A passage's key is its id, which is never reused. */
export class PassageVectors implements PassageSource {
  readonly kind = kind
  private readonly parts: PassageVectorsParts
  private readonly untold = new Set<string>()
  private cancelTell: (() => void) | null = null

  constructor(parts: PassageVectorsParts) {
    this.parts = parts
  }

  collections(): readonly string[] {
    return this.parts.sources.collections().map(({ id }) => nameOf(id))
  }

  keys(collection: string): readonly { readonly key: string; readonly at: number }[] {
    const id = collection.slice(kind.length + 1)
    if (this.parts.sources.collection(id) === null) return []
    const ids = this.parts.file.index().passageIds(id)
    return ids.map((passageId) => ({ key: String(passageId), at: passageId }))
  }

  texts(_collection: string, keys: readonly string[]): readonly (string | null)[] {
    const found = this.parts.file.index().passages(keys.map(Number))
    const byId = new Map(found.map((passage) => [String(passage.id), passage]))
    return keys.map((key) => {
      const passage = byId.get(key)
      // the subject of a passage is often given only above it
      if (passage === undefined) return null
      const { headings, tableHead, text, title } = passage
      return [title, ...headings, ...(tableHead === null ? [] : [tableHead]), text].join('\n')
    })
  }

  /** Reports changed passages after a short delay. */
  reportPassagesChanged(collectionId: string): void {
    this.untold.add(collectionId)
    this.cancelTell ??= this.parts.clock.after(tellMs, () => {
      this.cancelTell = null
      const told = [...this.untold]
      this.untold.clear()
      for (const id of told) this.parts.embeddings.scheduleEmbedding(nameOf(id))
    })
  }

  /**
   * Resolves to the ids of passages near a text in meaning, best first; empty if that search is unavailable. Never
   * rejects.
   */
  async nearest(text: string, collectionIds: readonly string[], limit: number): Promise<readonly number[]> {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const cancel = this.parts.clock.after(waitMs, () => resolve(null))
    const collections = collectionIds.map(nameOf)
    const found = await Promise.race([this.parts.embeddings.nearest(text, { collections, limit }), late])
    cancel()
    if (found === null || !found.ok) return []
    const near = found.value.filter(({ score }) => score >= scoreMin)
    return [...new Set(near.map(({ key }) => Number(key)))]
  }

  close(): void {
    this.cancelTell?.()
  }
}

function nameOf(collectionId: string): string {
  return `${kind}:${collectionId}`
}
