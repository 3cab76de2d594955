import { randomUUID } from 'node:crypto'
import { batchSizeFirst } from '../../../shared/embedding-limits.ts'
import { AppFailure, appError } from '../../../shared/errors.ts'
import { chunkerVersion } from '../../../shared/passages/chunker.ts'
import type { Database } from '../../storage/database.ts'
import { Facts } from '../../storage/facts.ts'
import type { MeaningChanges } from '../../storage/meaning-changes.ts'
import { type VectorModel, VectorRequests } from '../../storage/vector-requests.ts'
import { VectorTexts } from '../../storage/vector-texts.ts'
import { type SetIdentity, type VectorSet, Vectors } from '../../storage/vectors.ts'
import { batchSizeAfter } from './batch-size.ts'
import { HistoryIntake, hashedText, historyCollection } from './history-intake.ts'
import { nextBatch } from './next-batch.ts'
import { prefixScheme } from './prefix-scheme.ts'
import type { Batch, Nearest, VectorCalls, VectorReport } from './vector-messages.ts'

/** Maximum number of sources of one text that are tried. */
const placesMax = 20
/** Number of candidates compared exactly for each result, and their minimum. */
const [candidatesPerResult, candidatesMin] = [2, 1_000]

type Input<N extends keyof VectorCalls> = VectorCalls[N]['input']
type Output<N extends keyof VectorCalls> = VectorCalls[N]['output']

export interface VectorStoreParts {
  /** The vector file. */
  readonly vectors: Database
  readonly canSearch: boolean
  readonly changes: MeaningChanges
  /** ms since 1970. */
  readonly now: () => number
}

/** The vector file as a whole; lives in its thread. Every change is one transaction. */
export class VectorStore {
  private readonly parts: VectorStoreParts
  private readonly facts: Facts
  private readonly texts: VectorTexts
  private readonly requests: VectorRequests
  private readonly vectors: Vectors
  readonly intake: HistoryIntake
  private set: VectorSet | null

  /** Ends requests that the last process left open, and follows the history again after a restored backup. */
  constructor(parts: VectorStoreParts) {
    this.parts = parts
    this.facts = new Facts(parts.vectors)
    this.texts = new VectorTexts(parts.vectors)
    this.requests = new VectorRequests(parts.vectors)
    this.vectors = new Vectors(parts.vectors)
    this.intake = new HistoryIntake({
      ...parts,
      texts: this.texts,
      setId: () => this.set?.id ?? null,
      now: () => performance.now(),
    })
    parts.vectors.transaction(() => this.requests.recoverRequests())
    const identity = this.identity()
    this.set = identity && this.vectors.findSet(identity)
    if (identity !== null) this.follow()
  }

  get isFollowing(): boolean {
    return this.choice() !== null
  }

  report(): VectorReport {
    const choice = this.choice()
    return {
      canSearch: this.parts.canSearch,
      choice,
      terms: this.facts.get('terms'),
      isCounting: choice !== null && (this.parts.changes.countChanges() > 0 || this.parts.changes.unindexed() > 0),
      done: this.set === null ? 0 : this.vectors.countVectors(this.set.id),
      wanted: this.requests.wanted(),
      totals: choice === null ? { requests: 0, tokens: 0, unknown: 0 } : this.requests.totals(choice),
      sets: this.vectors.allSets(),
    }
  }

  chooseModel({ connectionId, model, terms }: Input<'choose'>): null {
    const identity: SetIdentity = { connectionId, model, ...shapeOf(model) }
    this.set = this.vectors.findSet(identity)
    this.change(() => {
      this.facts.set('choice', JSON.stringify({ connectionId, model }))
      this.facts.set('chunker', String(chunkerVersion))
      this.facts.set('terms', terms)
      if (this.facts.get('stamp') === null) this.facts.set('stamp', randomUUID())
      this.requests.wantAll(this.set?.id ?? null)
    })
    this.follow()
    return null
  }

  setTerms(terms: string): null {
    this.facts.set('terms', terms)
    return null
  }

  batch({ tokensMax }: Input<'batch'>): Output<'batch'> {
    const model = this.model()
    const size = this.requests.batchSize(model)?.size ?? batchSizeFirst
    const parts = { texts: this.texts, requests: this.requests, changes: this.parts.changes }
    const { estimated, isLimited, texts, unread } = nextBatch(parts, size, tokensMax)
    if (unread.length > 0) this.change(() => this.requests.unwant(unread))
    if (texts.length === 0) {
      if (isLimited) return 'budget'
      return unread.length === 0 ? null : this.batch({ tokensMax })
    }
    return this.change((): Batch => {
      const requestId = this.requests.beginRequest(model, texts.length, estimated, this.parts.now())
      return { requestId, size, estimated, texts }
    })
  }

  again({ batch, state }: Input<'again'>): number {
    return this.change(() => {
      this.requests.endRequest(batch.requestId, state)
      return this.requests.beginRequest(this.model(), batch.size, batch.estimated, this.parts.now())
    })
  }

  commit({ requestId, model, textIds, dimension, vectors, tokens, unread }: Input<'commit'>): boolean {
    const identity: SetIdentity = { ...model, ...shapeOf(model.model) }
    const chosen = this.choice()
    const isCurrent = chosen?.connectionId === model.connectionId && chosen.model === model.model
    return this.change(() => {
      const known = this.vectors.findSet(identity)
      if (known !== null && known.dimension !== dimension) return false
      const set = known ?? this.vectors.create(identity, dimension, this.parts.now())
      if (isCurrent) this.set = set
      this.vectors.putVectors(set, textIds, vectors)
      if (isCurrent) this.requests.unwant([...textIds, ...unread])
      this.requests.endRequest(requestId, 'done', tokens)
      const size = batchSizeAfter('accepted', textIds.length, this.requests.batchSize(model))
      this.requests.setBatchSize(model, size.size, size.refused)
      return true
    })
  }

  fail({ requestId, state, textIds, next }: Input<'fail'>): null {
    return this.change(() => {
      this.requests.endRequest(requestId, state)
      if (next === 'hold') this.requests.hold(textIds)
      if (next === 'aside') this.requests.setAside(textIds)
      if (next === 'drop') this.requests.unwant(textIds)
      return null
    })
  }

  /** Remembers the number of texts that a model refused at once. */
  shrink(texts: number): null {
    return this.change(() => {
      const size = batchSizeAfter('refused', texts, this.requests.batchSize(this.model()))
      this.requests.setBatchSize(this.model(), size.size, size.refused)
      return null
    })
  }

  release(): null {
    return this.change(() => {
      this.requests.release()
      return null
    })
  }

  beginQuery(estimated: number): number {
    return this.change(() => this.requests.beginRequest(this.model(), 1, estimated, this.parts.now()))
  }

  endQuery({ requestId, state, tokens }: Input<'endQuery'>): null {
    return this.change(() => {
      this.requests.endRequest(requestId, state, tokens)
      return null
    })
  }

  dimension(): number | null {
    return this.set?.dimension ?? null
  }

  /** Reads the history's signs before its first search needs them. */
  prepareSearch(): void {
    if (this.parts.canSearch && this.set !== null) this.vectors.prepareSearch(this.set, [historyCollection])
  }

  nearest({ vector, collections, limit }: Input<'nearest'>): readonly Nearest[] {
    if (!this.parts.canSearch) throw new AppFailure(appError('vectors_unavailable'))
    if (this.set === null || this.set.dimension !== vector.length) return []
    const candidates = Math.max(candidatesMin, limit * candidatesPerResult)
    const near = this.vectors.nearest(this.set.id, collections, vector, limit, candidates)
    const places = this.texts.places(
      near.map(({ textId }) => textId),
      collections,
      placesMax,
    )
    return near
      .flatMap(({ textId, score }) => (places.get(textId) ?? []).map((place) => ({ ...place, score })))
      .slice(0, limit)
  }

  compare({ collection, keys }: Input<'compare'>): readonly string[] {
    const known = new Set(this.texts.keys(collection))
    return keys.filter((key) => !known.has(key))
  }

  retain({ collection, keys }: Input<'retain'>): null {
    const wanted = new Set(keys)
    const gone = this.texts.keys(collection).filter((key) => !wanted.has(key))
    if (gone.length === 0) return null
    this.change(() => {
      for (const key of gone) this.texts.removeDocument(collection, key)
    })
    this.hasForgotten = true
    return null
  }

  collections(): readonly string[] {
    return this.texts.collections().filter((name) => name !== historyCollection)
  }

  putPassages({ collection, passages }: Input<'put'>): null {
    return this.change(() => {
      for (const { key, at, text } of passages) {
        const chunks = [{ start: 0, end: text.length, ...hashedText(text) }]
        this.texts.putDocument({ collection, key, at, chunks }, this.set?.id ?? null)
      }
      return null
    })
  }

  progress(collections: readonly string[]): Output<'progress'> {
    return this.texts.progress(collections, this.set?.id ?? null)
  }

  removeSet(setId: number): null {
    if (setId === this.set?.id) throw new AppFailure(appError('busy', 'the chosen set'))
    this.change(() => this.vectors.removeSet(setId))
    this.hasForgotten = true
    return null
  }

  unfollow(): null {
    this.parts.changes.unfollow()
    return null
  }

  /** True if something was forgotten that the write-ahead log may still contain. */
  hasForgotten = false

  /** Follows the history with this file; also after a restore, when the history does not know the file. */
  private follow(): void {
    const stamp = this.facts.get('stamp')
    if (stamp === null || (this.parts.changes.stamp() === stamp && !this.isOtherChunker())) return
    this.intake.forgetStrangers()
    this.parts.changes.follow(stamp)
    this.facts.set('chunker', String(chunkerVersion))
    this.hasForgotten = true
  }

  private isOtherChunker(): boolean {
    return this.facts.get('chunker') !== String(chunkerVersion)
  }

  private choice(): VectorModel | null {
    const text = this.facts.get('choice')
    if (text === null) return null
    const { connectionId, model }: Record<string, unknown> = JSON.parse(text)
    return { connectionId: String(connectionId), model: String(model) }
  }

  private model(): VectorModel {
    return this.choice() ?? fail()
  }

  private identity(): SetIdentity | null {
    const choice = this.choice()
    return choice && { ...choice, ...shapeOf(choice.model) }
  }

  private change<T>(run: () => T): T {
    return this.parts.vectors.transaction(run)
  }
}

function shapeOf(model: string): Pick<SetIdentity, 'scheme' | 'chunker'> {
  return { scheme: prefixScheme(model).id, chunker: chunkerVersion }
}

function fail(): never {
  throw new AppFailure(appError('embeddings_off'))
}
