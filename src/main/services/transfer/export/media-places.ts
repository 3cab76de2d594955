import type { MediaItem } from '../../../../shared/media.ts'
import { extensionOf } from '../../../../shared/media-types.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { safeFileName, UniqueNames } from '../../../security/file-name.ts'
import type { MediaEntry } from '../atelier-format.ts'

/** The names of an archive, folder by folder; every one is given once. */
export class ArchiveNames {
  private readonly folders = new Map<string, UniqueNames>()

  /** A path of its own below `folder`; `text` is whatever a person wrote. */
  take(folder: string, text: string, extension: string): string {
    const names = this.folders.get(folder) ?? new UniqueNames()
    this.folders.set(folder, names)
    return `${folder}/${names.take(safeFileName(text, extension))}`
  }
}

/** A file that is put into the archive: from where on the disk to where in there. */
export interface PlacedMedia {
  readonly entry: MediaEntry
  /** Null where the file is gone. */
  readonly source: string | null
}

/** Paths of files in an archive. Each file is stored once, at its first use. */
export class MediaPlaces {
  private readonly library: MediaLibrary
  private readonly names: ArchiveNames
  private readonly places = new Map<string, PlacedMedia>()

  constructor(library: MediaLibrary, names: ArchiveNames) {
    this.library = library
    this.names = names
  }

  /** Gives a file its place: under a name that says what it is, or, null, among the others by its hash. */
  async place(item: MediaItem, folder = 'media', text: string | null = null): Promise<void> {
    if (this.places.has(item.id)) return
    const source = await this.library.fileOf(item).catch(() => null)
    const path = source === null ? null : this.names.take(folder, text ?? item.id, extensionOf(item.mime))
    this.places.set(item.id, { entry: { ...item, path }, source })
  }

  /** Null where the file is gone. */
  pathOf(id: string): string | null {
    return this.places.get(id)?.entry.path ?? null
  }

  get size(): number {
    return this.places.size
  }

  all(): readonly PlacedMedia[] {
    return [...this.places.values()]
  }
}
