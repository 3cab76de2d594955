import { rm } from 'node:fs/promises'
import type { MediaItem } from '../../../../shared/media.ts'
import { mimeKnown } from '../../../../shared/media-types.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { mediaUnderWay } from '../../../storage/items-under-way.ts'
import type { MediaItems } from '../../../storage/media-items.ts'
import type { MediaRemover } from '../../media/media-remover.ts'
import type { MediaEntry } from '../atelier-format.ts'
import type { StagedFile } from './import-messages.ts'
import type { ImportReader } from './import-reader.ts'
import type { ReadPicture } from './portable-items.ts'
import type { Skips } from './skips.ts'

export interface StagedMediaParts {
  readonly library: MediaLibrary
  /** The library's index. */
  readonly items: MediaItems
  readonly remover: MediaRemover
  readonly reader: ImportReader
  readonly skips: Skips
  readonly signal: AbortSignal
}

/** Files being imported into the library. They are held until their rows are written, and removed if that fails. */
export class StagedMedia {
  private readonly parts: StagedMediaParts
  private readonly entries = new Map<string, MediaEntry>()
  private readonly holds = new Map<string, () => void>()
  private readonly added = new Set<string>()
  /** Files that could not be imported; each is reported once. */
  private readonly lost = new Set<string>()
  /** Pictures shared by several messages, which are read once. */
  private readonly shared = new Map<string, MediaItem | null>()

  constructor(parts: StagedMediaParts) {
    this.parts = parts
  }

  /** Number of files that are new to the library. */
  get count(): number {
    return this.added.size
  }

  /** Records a file of Atelier's own export; it is read only when an item needs it. */
  recordEntry(entry: MediaEntry): void {
    this.entries.set(entry.id, entry)
  }

  /** Imports a file of Atelier's own export. Null if it is missing or has another type. */
  async takeInMedia(id: string): Promise<MediaItem | null> {
    const { library, reader } = this.parts
    const there = library.findMedia(id)
    if (there !== null && (await library.fileOf(there).then(Boolean, () => false))) return this.holdFile(there)
    if (this.lost.has(id)) return null
    const entry = this.entries.get(id)
    if (entry?.path == null) return this.lose(id, 'media_missing')
    if (!mimeKnown(entry.mime)) return this.lose(id, 'media_refused')
    const file = await reader.stageMediaEntry(entry)
    return typeof file === 'string' ? this.lose(id, file) : await this.moved(file)
  }

  /** Imports a picture of a message. Null when it is missing or not a picture. */
  async importPicture(picture: ReadPicture): Promise<MediaItem | null> {
    const { reader, skips } = this.parts
    switch (picture.kind) {
      case 'media':
        return await this.takeInMedia(picture.id)
      case 'missing':
        skips.addSkip('media_missing')
        return null
      case 'picture': {
        const known = picture.key === null ? undefined : this.shared.get(picture.key)
        if (known !== undefined) return known ?? this.refuse()
        const file = await reader.stagePicture(picture.ref)
        const item = file === null ? this.refuse() : await this.moved(file)
        if (picture.key !== null) this.shared.set(picture.key, item)
        return item
      }
      default:
        return picture satisfies never
    }
  }

  /** Releases the files. `kept`: they are referenced now; otherwise the new ones are removed. */
  async release(kept: boolean): Promise<void> {
    for (const release of this.holds.values()) release()
    this.holds.clear()
    if (!kept) await this.parts.remover.removeUnreferenced([...this.added])
  }

  private async moved({ path, ...item }: StagedFile): Promise<MediaItem> {
    const { library, signal } = this.parts
    try {
      const isNew = this.expect(item)
      const source = { path, temporary: true, signal }
      return this.holdFile(await (isNew ? library.addFile(source, item, mediaUnderWay) : library.addFile(source, item)))
    } finally {
      await rm(path, { force: true })
    }
  }

  /**
   * Records a file before it enters the library, so that a kill in between leaves no unknown file. Returns false if it
   * is already known or expected.
   */
  private expect(item: MediaItem): boolean {
    if (this.added.has(item.id)) return true
    if (this.parts.library.findMedia(item.id) !== null) return false
    this.holdFile(item)
    this.added.add(item.id)
    this.parts.items.addMediaItem(item, mediaUnderWay)
    return true
  }

  private holdFile(item: MediaItem): MediaItem {
    if (!this.holds.has(item.id)) this.holds.set(item.id, this.parts.remover.hold(item.id))
    return item
  }

  private lose(id: string, reason: 'media_missing' | 'media_refused'): null {
    this.lost.add(id)
    this.parts.skips.addSkip(reason)
    return null
  }

  private refuse(): null {
    this.parts.skips.addSkip('media_refused')
    return null
  }
}
