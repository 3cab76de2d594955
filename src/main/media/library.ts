import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { MediaItem } from '../../shared/media.ts'
import { isThere, openOwn, openReferred } from '../security/referred-file.ts'
import { storageError } from '../storage/database.ts'
import type { MediaItems } from '../storage/media-items.ts'
import { KeyedMutex } from '../threads/keyed-mutex.ts'
import { copyHashed, hashFile, hashReferred, type StreamedFile } from './streamed-copy.ts'
import { ownParts } from './unfinished-files.ts'

/** A library file as served by the shells. */
export interface StoredMedia {
  readonly path: string
  /** From the library's allow-list of types, never from outside. */
  readonly mime: string
  readonly bytes: number
  /**
   * Modification time (ms) of a file outside the library; it is served only while its length and this time are
   * unchanged.
   */
  readonly modifiedAt?: number
}

/**
 * Files that people made, dropped or paid for. Each is stored once, by content hash, and never partly written.
 * Referenced files stay where the user has them: they are read while unchanged, and never modified or deleted.
 */
export class MediaLibrary {
  private readonly folder: string
  private readonly items: MediaItems
  private readonly now: () => number
  /** Serialises adding and removing the same file. */
  private readonly turns = new KeyedMutex()

  constructor(dataFolder: string, items: MediaItems, now: () => number) {
    this.folder = join(dataFolder, 'media')
    this.items = items
    this.now = now
  }

  findMedia(id: string): MediaItem | null {
    return /^[0-9a-f]{64}$/.test(id) ? this.items.findMediaItem(id) : null
  }

  /** Returns the path of an item's own file, even before it exists. Two folder levels keep folders small. */
  pathOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id)
  }

  /**
   * Returns the path of an item's file. `modifiedAt` is set for a referenced file, which may be read only while it has
   * that modification time.
   */
  placeOf(item: MediaItem): { readonly path: string; readonly modifiedAt?: number } {
    return this.items.referralOf(item.id) ?? { path: this.pathOf(item.id) }
  }

  /**
   * Resolves to the path of an item's file for reading now. Throws an AppFailure: `source_moved` if a referenced file
   * is gone or changed, `not_found` if the library lost the file.
   */
  async fileOf(item: MediaItem): Promise<string> {
    const { path, modifiedAt } = this.placeOf(item)
    if (modifiedAt === undefined) {
      const found = await stat(path).catch(() => null)
      return found?.isFile() ? path : fail('not_found', 'the file is not in the library any more')
    }
    if (await isThere({ path, bytes: item.bytes, modifiedAt })) return path
    return fail('source_moved', 'a file that is referred to is gone or was changed')
  }

  /** Reads an item through the same checks as serving. Throws an AppFailure as `fileOf` does. */
  async readMedia(item: MediaItem): Promise<Uint8Array> {
    const { path, modifiedAt } = this.placeOf(item)
    const opening = modifiedAt === undefined ? openOwn(path) : openReferred({ path, bytes: item.bytes, modifiedAt })
    const file = await opening.catch((cause: unknown) => {
      throw new AppFailure(appError('not_found', 'a picture of this conversation is not there any more'), { cause })
    })
    if (file === null) return fail('source_moved', 'a file that is referred to is gone or was changed')
    try {
      return await file.readFile()
    } catch (cause) {
      throw new AppFailure(appError('not_found', 'a file that cannot be read'), { cause })
    } finally {
      await file.close()
    }
  }

  /**
   * Stores bytes: temporary file, fsync, rename, then the row, with `at` (ms since 1970) as its time. Throws an
   * AppFailure if the disk is full or read-only.
   */
  async addMedia(
    bytes: Uint8Array,
    about: Omit<MediaItem, 'id' | 'bytes'>,
    at: number = this.now(),
  ): Promise<MediaItem> {
    const id = await contentHash(bytes)
    const item: MediaItem = { id, bytes: bytes.byteLength, ...about }
    const path = this.pathOf(id)
    await this.turns.run(id, async () => {
      try {
        if (!existsSync(path)) await this.writeMedia(path, bytes)
      } catch (cause) {
        const error = storageError(cause)
        if (error) throw new AppFailure(error, { cause })
        throw cause
      }
      this.items.addMediaItem(item, at)
    })
    return this.items.findMediaItem(id) ?? fail('internal', 'a media item that was just added is not there')
  }

  /**
   * Stores a file of any size without holding it in memory. It is hashed while copied; our own file (`temporary`) is
   * hashed and moved. `at` is its time (ms since 1970).
   * Throws an AppFailure: `file_refused` if the file vanishes or changes meanwhile, `cancelled`, or the disk's error;
   * then nothing remains.
   */
  async addFile(
    source: StreamedFile,
    about: Omit<MediaItem, 'id' | 'bytes'>,
    at: number = this.now(),
  ): Promise<MediaItem> {
    let part: string | null = null
    return await this.added(async () => {
      const incoming = ownParts(join(this.folder, 'incoming'))
      incoming.makeFolder()
      part = source.temporary ? null : incoming.newFile(`${randomUUID()}.part`)
      const { id, bytes } = part === null ? await hashFile(source) : await copyHashed(source, part)
      const path = this.pathOf(id)
      await this.turns.run(id, async () => {
        if (!existsSync(path)) {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          await rename(part ?? source.path, path)
        }
        this.items.addMediaItem({ id, bytes, ...about }, at)
      })
      return id
    }).finally(() => part && rm(part, { force: true }).catch(() => undefined))
  }

  /**
   * Adds a file as a reference. It is read once for its hash and not moved. If the library already has the content, its
   * own copy is used. Throws an AppFailure as `addFile` does.
   */
  async refer(source: StreamedFile, about: Omit<MediaItem, 'id' | 'bytes'>): Promise<MediaItem> {
    return await this.added(async () => {
      const path = await realpath(source.path).catch(() => fail('file_refused', 'the file is not there any more'))
      const { id, bytes, modifiedAt } = await hashReferred({ ...source, path })
      await this.turns.run(id, async () => {
        const own = existsSync(this.pathOf(id))
        this.items.addMediaItem({ id, bytes, ...about }, this.now(), own ? null : { path, modifiedAt })
      })
      return id
    })
  }

  /**
   * Removes an unreferenced item. The row goes first, so that no row ever refers to a missing file. A file outside the
   * library is never removed.
   */
  async removeMedia(id: string): Promise<void> {
    await this.turns.run(id, async () => {
      if (this.findMedia(id) === null) return
      this.items.removeMediaItem(id)
      await rm(this.pathOf(id), { force: true })
    })
  }

  private async added(work: () => Promise<string>): Promise<MediaItem> {
    try {
      const id = await work()
      return this.items.findMediaItem(id) ?? fail('internal', 'a media item that was just added is not there')
    } catch (cause) {
      if (cause instanceof AppFailure) throw cause
      const error = storageError(cause)
      throw error ? new AppFailure(error, { cause }) : cause
    }
  }

  private async writeMedia(path: string, bytes: Uint8Array): Promise<void> {
    const temporary = ownParts(dirname(path)).newFile(`${basename(path)}.${randomUUID()}.part`)
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (cause) {
      await rm(temporary, { force: true })
      throw cause
    }
  }
}

/** Number of bytes hashed before yielding to the event loop; takes a few milliseconds. */
const hashedAtOnce = 1024 * 1024

async function contentHash(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += hashedAtOnce) {
    if (at > 0) await setImmediate()
    hash.update(bytes.subarray(at, at + hashedAtOnce))
  }
  return hash.digest('hex')
}
