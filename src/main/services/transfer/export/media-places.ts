import type { MediaItem } from '../../../../shared/media.ts'
import { extensionOf } from '../../../../shared/media-types.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { safeFileName, UniqueNames } from '../../../security/file-name.ts'
import type { MediaEntry } from '../atelier-format.ts'

/** Assigns file names in an archive's folders, each only once. */
export class ArchiveNames {
  private readonly folders = new Map<string, UniqueNames>()

  /** Reserves a unique path below `folder`; `text` may be any text of a user. */
  takeName(folder: string, text: string, extension: string): string {
    const names = this.folders.get(folder) ?? new UniqueNames()
    this.folders.set(folder, names)
    return `${folder}/${names.takeName(safeFileName(text, extension))}`
  }
}

/** A file to put into the archive: its path on disk and its path in the archive. */
export interface PlacedMedia {
  readonly entry: MediaEntry
  /** Path of the file on disk; null when it is missing. */
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

  /** Assigns a file its path: a name made from `text`, or, without one, its hash in the media folder. */
  async place(item: MediaItem, folder = 'media', text: string | null = null): Promise<void> {
    await this.placeAs(item, folder, { stem: text ?? item.id, extension: extensionOf(item.mime) })
  }

  /** Assigns a file a path in the media folder by its own name. A name that is in use gets a number. */
  async placeNamed(item: MediaItem, name: string): Promise<void> {
    const extension = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? extensionOf(item.mime)
    const stem = name.endsWith(extension) ? name.slice(0, -extension.length) : name
    await this.placeAs(item, 'media', { stem, extension })
  }

  private async placeAs(
    item: MediaItem,
    folder: string,
    { extension, stem }: { readonly stem: string; readonly extension: string },
  ): Promise<void> {
    if (this.places.has(item.id)) return
    const source = await this.library.fileOf(item).catch(() => null)
    const path = source === null ? null : this.names.takeName(folder, stem, extension)
    this.places.set(item.id, { entry: { ...item, path }, source })
  }

  /** Returns the path of a file in the archive; null if the file is missing. */
  pathOf(id: string): string | null {
    return this.places.get(id)?.entry.path ?? null
  }

  get size(): number {
    return this.places.size
  }

  allMedia(): readonly PlacedMedia[] {
    return [...this.places.values()]
  }
}
