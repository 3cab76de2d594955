import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MediaItem } from '../../../../shared/media.ts'
import { pictureBytesMax } from '../../../../shared/media.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { readPicture } from '../../../media/picture.ts'
import { recordingMime } from '../../../media/recording.ts'
import { hashFile } from '../../../media/streamed-copy.ts'
import { mediaUnderWay } from '../../../storage/items-under-way.ts'
import type { MediaItems } from '../../../storage/media-items.ts'
import { mimeKnown } from '../../media-export.ts'
import type { MediaRemover } from '../../media-remover.ts'
import type { MediaEntry } from '../atelier-format.ts'
import type { StagingFolder } from '../staging-folder.ts'
import type { PictureSource } from './carried.ts'
import type { Skips } from './foreign.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'

/** How much of a file is looked at to tell its kind, in bytes. */
const headBytes = 64 * 1024

export interface StagedMediaParts {
  readonly library: MediaLibrary
  /** The library's index. */
  readonly items: MediaItems
  readonly remover: MediaRemover
  readonly folder: StagingFolder
  readonly source: ImportSource
  readonly skips: Skips
  readonly signal: AbortSignal
}

/**
 * The files of an import on their way into the library: held there until what refers to them is in the database too, and
 * removed again where that never happens.
 */
export class StagedMedia {
  private readonly parts: StagedMediaParts
  private readonly entries = new Map<string, MediaEntry>()
  private readonly holds = new Map<string, () => void>()
  private readonly added = new Set<string>()
  /** What could not be taken in: told of once. */
  private readonly lost = new Set<string>()
  /** Pictures that several messages share are read once. */
  private readonly shared = new Map<string, MediaItem | null>()

  constructor(parts: StagedMediaParts) {
    this.parts = parts
  }

  /** How many files the library did not have before. */
  get count(): number {
    return this.added.size
  }

  /** Notes a file that Atelier's own export speaks of; it is read when something needs it. */
  note(entry: MediaEntry): void {
    this.entries.set(entry.id, entry)
  }

  /** Brings a file of Atelier's own export in. Null where it is not there, or is not what it is said to be. */
  async media(id: string): Promise<MediaItem | null> {
    const { library, source } = this.parts
    const there = library.find(id)
    if (there !== null && (await library.fileOf(there).then(Boolean, () => false))) return this.hold(there)
    if (this.lost.has(id)) return null
    const entry = this.entries.get(id)
    const file = entry?.path == null ? undefined : source.files.get(entry.path)
    if (entry === undefined || file === undefined) return this.lose(id, 'media_missing')
    const item = await this.copied(file, entry)
    return item ?? this.lose(id, 'media_refused')
  }

  /** Brings a picture of a message in. Null where it is not there, or is no picture. */
  async picture(picture: PictureSource): Promise<MediaItem | null> {
    const { skips } = this.parts
    switch (picture.kind) {
      case 'media':
        return await this.media(picture.id)
      case 'missing':
        skips.add('media_missing')
        return null
      case 'file':
        return await this.once(`file ${picture.path}`, () => this.pictureAt(picture.path))
      case 'data':
        return await this.once(picture.key && `data ${picture.key}`, () => this.pictureIn(picture.url()))
      default:
        return picture satisfies never
    }
  }

  /** Lets go of the files: `kept` says that something refers to them now, else those that are new are removed. */
  async release(kept: boolean): Promise<void> {
    for (const release of this.holds.values()) release()
    this.holds.clear()
    if (!kept) await this.parts.remover.removeUnreferenced([...this.added])
  }

  private async once(key: string | null, take: () => Promise<MediaItem | null>): Promise<MediaItem | null> {
    const known = key === null ? undefined : this.shared.get(key)
    if (known === null) return this.refuse()
    const item = known ?? (await take())
    if (key !== null) this.shared.set(key, item)
    return item
  }

  private async pictureAt(path: string): Promise<MediaItem | null> {
    const { signal, source } = this.parts
    const file = source.files.get(path)
    if (file === undefined || file.bytes > pictureBytesMax) return this.refuse()
    const chunks: Buffer[] = []
    for await (const chunk of contentOf(file, signal)) chunks.push(chunk)
    return await this.pictureOf(Buffer.concat(chunks))
  }

  private async pictureIn(url: string): Promise<MediaItem | null> {
    const data = /^data:[^,]*;base64,/.exec(url.slice(0, 200))
    return data === null ? this.refuse() : await this.pictureOf(Buffer.from(url.slice(data[0].length), 'base64'))
  }

  private async pictureOf(bytes: Buffer): Promise<MediaItem | null> {
    const info = readPicture(bytes)
    if (info === null || bytes.length > pictureBytesMax) return this.refuse()
    const { library } = this.parts
    const id = createHash('sha256').update(bytes).digest('hex')
    const isNew = this.expect({ id, bytes: bytes.length, ...info })
    return this.hold(await (isNew ? library.add(bytes, info, mediaUnderWay) : library.add(bytes, info)))
  }

  private async copied(file: SourceFile, entry: MediaEntry): Promise<MediaItem | null> {
    const { folder, library, signal } = this.parts
    if (file.bytes !== entry.bytes) return null
    const path = folder.newPath()
    try {
      await pipeline(contentOf(file, signal), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      if (!(await isOfKind(path, entry.mime))) return null
      const { bytes, height, id, mime, width } = entry
      // another content than it is named after must not be taken in under any name
      if ((await hashFile({ path, temporary: true, signal })).id !== id) return null
      const isNew = this.expect({ id, mime, bytes, width, height })
      const source = { path, temporary: true, signal }
      const about = { mime, width, height }
      return this.hold(await (isNew ? library.addFile(source, about, mediaUnderWay) : library.addFile(source, about)))
    } finally {
      await rm(path, { force: true })
    }
  }

  /**
   * Notes a file before it is in the library, so that a kill in between leaves none that nobody knows of. False where it
   * is known already, or was expected before.
   */
  private expect(item: MediaItem): boolean {
    if (this.added.has(item.id)) return true
    if (this.parts.library.find(item.id) !== null) return false
    this.hold(item)
    this.added.add(item.id)
    this.parts.items.add(item, mediaUnderWay)
    return true
  }

  private hold(item: MediaItem): MediaItem {
    if (!this.holds.has(item.id)) this.holds.set(item.id, this.parts.remover.hold(item.id))
    return item
  }

  private lose(id: string, reason: 'media_missing' | 'media_refused'): null {
    this.lost.add(id)
    this.parts.skips.add(reason)
    return null
  }

  private refuse(): null {
    this.parts.skips.add('media_refused')
    return null
  }
}

/** Whether a file is what it is said to be, as far as its beginning tells: it is going to be served as that. */
async function isOfKind(path: string, mime: string): Promise<boolean> {
  if (!mimeKnown(mime)) return false
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(headBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const read = head.subarray(0, bytesRead)
    return mime.startsWith('image/') ? readPicture(read)?.mime === mime : recordingMime(read) !== null
  } finally {
    await file.close()
  }
}
