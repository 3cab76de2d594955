import { isDeepStrictEqual } from 'node:util'
import type { SourceProgress } from '../../../shared/knowledge.ts'
import type { KnowledgeIndex } from '../../storage/knowledge-index.ts'
import type { DocumentReader } from '../documents/index.ts'
import { FolderWatch } from './folder-watch.ts'
import type { ItemTexts } from './item-text.ts'
import type { SourceDefinition } from './knowledge-messages.ts'
import { SourceReader } from './source-reader.ts'

/** Interval of the check for changed chats and transcripts, in ms. */
const itemsEveryMs = 1500

export interface KnowledgeWorkParts {
  readonly index: KnowledgeIndex
  readonly items: ItemTexts
  readonly documents: DocumentReader
  readonly progress: (sourceId: string, progress: SourceProgress) => void
  /** Called when the passages of a collection changed. */
  readonly onPassagesChanged: (collectionId: string) => void
}

/** Keeps the index of all sources up to date, one source at a time. */
export class KnowledgeWork {
  private readonly parts: KnowledgeWorkParts
  private readonly reader: SourceReader
  private readonly watches = new Map<string, FolderWatch>()
  private sources: ReadonlyMap<string, SourceDefinition> = new Map()
  /** Sources to read, in order. */
  private readonly queue = new Set<string>()
  private working: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private version = 0
  private readonly ending = new AbortController()
  private closed = false

  constructor(parts: KnowledgeWorkParts) {
    this.parts = parts
    const changed = ({ collectionId }: SourceDefinition): void => parts.onPassagesChanged(collectionId)
    const { documents, index, items } = parts
    this.reader = new SourceReader({ index, items, documents, onDocumentRead: changed, ending: this.ending.signal })
  }

  /** Sets all sources. Removes the passages of any others, and reads the new ones. */
  set(sources: readonly SourceDefinition[]): void {
    const before = this.sources
    // a source that is being read is wanted as long as it is the same object
    const kept = (source: SourceDefinition): SourceDefinition => {
      const known = before.get(source.id)
      return known !== undefined && isDeepStrictEqual(known, source) ? known : source
    }
    this.sources = new Map(sources.map((source) => [source.id, kept(source)]))
    this.dropUnknown()
    for (const [id, watch] of this.watches) if (watch.folder !== this.sources.get(id)?.folder) this.unwatch(id)
    for (const source of this.sources.values()) {
      if (before.get(source.id) === source) continue
      this.want(source.id)
      if (source.kind === 'folder' && source.folder !== null && source.folder !== '' && !this.watches.has(source.id))
        this.watches.set(source.id, new FolderWatch(source.folder, () => this.want(source.id)))
    }
    this.schedule()
  }

  /** Reads a source again, even if nothing seems to have changed. */
  rereadSource(sourceId: string): void {
    if (!this.sources.has(sourceId)) return
    for (const { key, problem } of this.parts.index.documents(sourceId))
      if (problem !== null) this.parts.index.removeDocument(sourceId, key)
    this.want(sourceId)
  }

  async close(): Promise<void> {
    this.closed = true
    this.ending.abort()
    if (this.timer !== null) clearTimeout(this.timer)
    for (const id of [...this.watches.keys()]) this.unwatch(id)
    await this.working
    await this.parts.documents.close()
  }

  private want(id: string): void {
    if (this.closed) return
    this.queue.add(id)
    this.working ??= this.work()
  }

  private async work(): Promise<void> {
    // messages that wait are answered between two sources
    await new Promise<void>((resolve) => setImmediate(resolve))
    for (const id of this.queue) {
      this.queue.delete(id)
      const source = this.sources.get(id)
      if (source === undefined || this.closed) continue
      this.parts.progress(id, { ...this.reader.progressOf(source, null), state: 'reading', problem: null })
      const isWanted = (): boolean => !this.closed && this.sources.get(id) === source
      // a full or busy disk: the rest is read at the next change
      const end = await this.reader.readSource(source, isWanted).catch(() => 'unreadable' as const)
      if (isWanted()) this.parts.progress(id, this.reader.progressOf(source, end))
      else this.dropUnknown()
    }
    this.working = null
  }

  private dropUnknown(): void {
    const { index } = this.parts
    for (const { collectionId, id } of index.sources()) {
      if (this.sources.has(id)) continue
      for (const { key } of index.documents(id)) index.removeDocument(id, key)
      this.parts.onPassagesChanged(collectionId)
    }
  }

  /** Looks for chats and transcripts that changed, only after something was written. */
  private schedule(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const items = [...this.sources.values()].filter(({ kind }) => kind === 'chat' || kind === 'transcript')
    if (items.length === 0 || this.closed) return
    this.timer = setTimeout(() => {
      const version = this.parts.items.version()
      if (version !== this.version) for (const source of items) if (this.reader.isStale(source)) this.want(source.id)
      this.version = version
      this.schedule()
    }, itemsEveryMs)
  }

  private unwatch(id: string): void {
    this.watches.get(id)?.close()
    this.watches.delete(id)
  }
}
