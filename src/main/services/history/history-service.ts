import { assertNever } from '../../../shared/errors.ts'
import type { HistoryItem, HistoryKey } from '../../../shared/history.ts'
import { type HistoryKind, historyKinds } from '../../../shared/history-limits.ts'
import { readQuery } from '../../../shared/history-query.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { HistoryItems } from '../../storage/history-items.ts'
import type { Chat } from '../chat/index.ts'
import { type Embeddings, historyCollection } from '../embeddings/index.ts'
import type { ImageStudio } from '../images/index.ts'
import type { TranscriptionStudio } from '../transcription/index.ts'
import type { VideoStudio } from '../videos/index.ts'
import { fusedMax, meaningOf, nearMax, scoreMin } from './fusion.ts'
import type { HistoryReader } from './history-reader.ts'

export interface HistoryServiceParts extends Pick<Ports, 'events' | 'clock'> {
  readonly database: Database
  readonly items: HistoryItems
  readonly reader: HistoryReader
  readonly embeddings: Embeddings
  readonly chat: Chat
  readonly images: ImageStudio
  readonly transcription: TranscriptionStudio
  readonly videos: VideoStudio
}

/**
 * The whole history. The history thread reads it. Changes use the service of each kind, so that there is one way to
 * make them.
 */
export class HistoryService {
  private readonly parts: HistoryServiceParts

  constructor(parts: HistoryServiceParts) {
    this.parts = parts
  }

  /** Returns an item of the history; null for an unknown one. */
  item(key: HistoryKey): HistoryItem | null {
    return this.parts.items.findItem(key)
  }

  listItems(input: CallInput<'history.list'>): Promise<CallOutput<'history.list'>> {
    return this.parts.reader.askThread('history.list', input)
  }

  keysOf(input: CallInput<'history.keys'>): Promise<CallOutput<'history.keys'>> {
    return this.parts.reader.askThread('history.keys', input)
  }

  monthsOf(input: CallInput<'history.months'>): Promise<CallOutput<'history.months'>> {
    return this.parts.reader.askThread('history.months', input)
  }

  facets(): Promise<CallOutput<'history.facets'>> {
    return this.parts.reader.askThread('history.facets', {})
  }

  search(input: CallInput<'history.search'>): Promise<CallOutput<'history.search'>> {
    return this.parts.reader.askThread('history.search', input)
  }

  async searchByMeaning(input: CallInput<'history.searchByMeaning'>): Promise<CallOutput<'history.searchByMeaning'>> {
    const { embeddings, reader } = this.parts
    const asked = meaningOf(readQuery(input.text))
    if (asked === '') return { found: await reader.fused({ ...input, near: [] }), failure: null }
    const near = await embeddings.service.nearest(asked, { collections: [historyCollection], limit: nearMax })
    if (!near.ok) {
      const found = await reader.askThread('history.search', { ...input, limit: fusedMax, next: null })
      return { found: { ...found, next: null }, failure: near.error }
    }
    const passages = near.value
      .filter(({ score }) => score >= scoreMin)
      .map(({ end, key, start }) => ({ documentId: Number(key), start, end }))
    return { found: await reader.fused({ ...input, near: passages }), failure: null }
  }

  hits(input: CallInput<'history.hits'>): Promise<CallOutput<'history.hits'>> {
    return this.parts.reader.askThread('history.hits', input)
  }

  setPinned({ keys, pinned }: CallInput<'history.setPinned'>): null {
    const { chat, database, items, images, videos } = this.parts
    for (const [kind, ids] of byKind(this.present(keys))) {
      switch (kind) {
        case 'chat':
          for (const conversationId of ids) chat.service.updateChat({ conversationId, pinned })
          break
        case 'image':
          images.gallery.setFavourite({ imageIds: [...ids], favourite: pinned })
          break
        case 'video':
          videos.service.setFavourite({ jobIds: [...ids], favourite: pinned })
          break
        case 'transcript':
          database.transaction(() => items.setPinned(keysOf(kind, ids), pinned))
          break
        default:
          assertNever(kind, 'kind')
      }
    }
    return this.emitHistoryChanged()
  }

  setArchived({ keys, archived }: CallInput<'history.setArchived'>): null {
    const { chat, clock, database, items } = this.parts
    database.durably(() => items.setArchived(keys, archived ? clock.now() : null))
    chat.service.notifyChanged(keys.flatMap(({ id, kind }) => (kind === 'chat' ? [id] : [])))
    return this.emitHistoryChanged()
  }

  tag({ keys, add, remove }: CallInput<'history.tag'>): null {
    const { database, items } = this.parts
    database.durably(() => items.tag(keys, add, remove))
    return this.emitHistoryChanged()
  }

  async deleteItems({ keys }: CallInput<'history.delete'>): Promise<null> {
    const { chat, images, transcription, videos } = this.parts
    const groups = byKind(this.present(keys))
    // kinds that can refuse come first, so that a refusal leaves nothing half done
    const order: readonly HistoryKind[] = ['video', 'image', 'transcript', 'chat']
    for (const kind of order) {
      const ids = [...(groups.get(kind) ?? [])]
      if (ids.length === 0) continue
      if (kind === 'video') videos.bin.delete(ids)
      else if (kind === 'image') images.bin.delete(ids)
      else if (kind === 'transcript') transcription.bin.delete(ids)
      else await chat.service.deleteChats(ids)
    }
    return this.emitHistoryChanged()
  }

  restoreItems({ keys }: CallInput<'history.restore'>): null {
    const { chat, items, images, transcription, videos } = this.parts
    for (const [kind, ids] of byKind(keys.filter((key) => items.findItem(key)?.deletedAt != null))) {
      switch (kind) {
        case 'chat':
          chat.service.restoreChats([...ids])
          break
        case 'image':
          images.bin.restore([...ids])
          break
        case 'transcript':
          transcription.bin.restore([...ids])
          break
        case 'video':
          videos.bin.restore([...ids])
          break
        default:
          assertNever(kind, 'kind')
      }
    }
    return this.emitHistoryChanged()
  }

  /** Empties the bins of all kinds. If one cannot be emptied, throws its error after the others are empty. */
  async emptyBin(): Promise<CallOutput<'history.emptyBin'>> {
    const { chat, items, images, transcription, videos } = this.parts
    const before = items.inBin()
    const bins = [chat.bin, images.bin, transcription.bin, videos.bin]
    const ends = await Promise.allSettled(bins.map(async (bin) => await bin.empty()))
    this.emitHistoryChanged()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return { removed: before - items.inBin() }
  }

  /** Returns the keys of items that exist and are not in the bin; the others were deleted meanwhile. */
  private present(keys: readonly HistoryKey[]): readonly HistoryKey[] {
    return keys.filter((key) => this.parts.items.findItem(key)?.deletedAt === null)
  }

  private emitHistoryChanged(): null {
    this.parts.events.emit('history.changed', {})
    return null
  }
}

function byKind(keys: readonly HistoryKey[]): ReadonlyMap<HistoryKind, readonly string[]> {
  const groups = Map.groupBy(keys, ({ kind }) => kind)
  return new Map(
    historyKinds.flatMap((kind) => {
      const ids = [...new Set(groups.get(kind)?.map(({ id }) => id))]
      return ids.length === 0 ? [] : [[kind, ids] as const]
    }),
  )
}

function keysOf(kind: HistoryKind, ids: readonly string[]): readonly HistoryKey[] {
  return ids.map((id) => ({ kind, id }))
}
