import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { MediaItem } from '../../shared/media.ts'
import { storageError } from '../storage/database.ts'
import type { MediaItems } from '../storage/media-items.ts'
import { copyHashed, hashFile, type StreamedFile } from './streamed-copy.ts'

/** The files that people made, dropped or paid for: stored once by content hash, never half. */
export class MediaLibrary {
  private readonly folder: string
  private readonly items: MediaItems
  private readonly now: () => number
  /** What is being done with the file of an item: adding and removing the same one take turns. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(dataFolder: string, items: MediaItems, now: () => number) {
    this.folder = join(dataFolder, 'media')
    this.items = items
    this.now = now
  }

  find(id: string): MediaItem | null {
    return /^[0-9a-f]{64}$/.test(id) ? this.items.find(id) : null
  }

  /** Where an item's file is: two levels, so that no folder grows without bound. */
  pathOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id)
  }

  async read(item: MediaItem): Promise<Uint8Array> {
    return await readFile(this.pathOf(item.id)).catch((cause: unknown) => {
      throw new AppFailure(appError('not_found', 'a picture of this conversation is not there any more'), { cause })
    })
  }

  /** Stores bytes: temporary file, fsync, rename, then the row. Throws an AppFailure where the disk is full or read-only. */
  async add(bytes: Uint8Array, about: Omit<MediaItem, 'id' | 'bytes'>): Promise<MediaItem> {
    const id = createHash('sha256').update(bytes).digest('hex')
    const item: MediaItem = { id, bytes: bytes.byteLength, ...about }
    const path = this.pathOf(id)
    await this.inTurn(id, async () => {
      try {
        if (!existsSync(path)) await this.write(path, bytes)
      } catch (cause) {
        const error = storageError(cause)
        if (error) throw new AppFailure(error, { cause })
        throw cause
      }
      this.items.add(item, this.now())
    })
    return this.items.find(id) ?? fail('internal', 'a media item that was just added is not there')
  }

  /**
   * Stores a file of any size without ever holding it in memory: hashed while it is copied, or, where it is ours
   * (`temporary`), hashed and moved. Throws an AppFailure: `file_refused` for a file that vanishes or changes meanwhile,
   * `cancelled`, or what the disk refuses; then nothing of it stays.
   */
  async addFile(source: StreamedFile, about: Omit<MediaItem, 'id' | 'bytes'>): Promise<MediaItem> {
    const part = join(this.folder, 'incoming', `${randomUUID()}.part`)
    try {
      await mkdir(dirname(part), { recursive: true, mode: 0o700 })
      const { id, bytes } = source.temporary ? await hashFile(source) : await copyHashed(source, part)
      const path = this.pathOf(id)
      await this.inTurn(id, async () => {
        if (!existsSync(path)) {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          await rename(source.temporary ? source.path : part, path)
        }
        this.items.add({ id, bytes, ...about }, this.now())
      })
      return this.items.find(id) ?? fail('internal', 'a media item that was just added is not there')
    } catch (cause) {
      if (cause instanceof AppFailure) throw cause
      const error = storageError(cause)
      throw error ? new AppFailure(error, { cause }) : cause
    } finally {
      await rm(part, { force: true }).catch(() => undefined)
    }
  }

  /** Removes an item that nothing refers to any more: the row first, so that nothing ever refers to a file that is gone. */
  async remove(id: string): Promise<void> {
    await this.inTurn(id, async () => {
      if (this.find(id) === null) return
      this.items.remove(id)
      await rm(this.pathOf(id), { force: true })
    })
  }

  private async inTurn(id: string, work: () => Promise<void>): Promise<void> {
    const before = this.turns.get(id)
    const turn = (async () => {
      await before?.catch(() => undefined)
      await work()
    })()
    this.turns.set(id, turn)
    try {
      await turn
    } finally {
      if (this.turns.get(id) === turn) this.turns.delete(id)
    }
  }

  private async write(path: string, bytes: Uint8Array): Promise<void> {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}.part`
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
