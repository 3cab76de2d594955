import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePng } from '../../../src/demo-gateway/images/png.ts'
import type { ImportedFile } from '../../../src/main/media/imports.ts'
import type { StoredMedia } from '../../../src/main/media/library.ts'
import { fail } from '../../../src/shared/errors.ts'
import type { MediaItem } from '../../../src/shared/media.ts'
import type { SomeHandlers } from '../contract-bridge.ts'

/** Files that the page hands over, and a library of pictures, in a folder. */
export class Files {
  readonly #folder: string
  readonly #imported = new Map<string, ImportedFile>()
  readonly #library = new Map<string, StoredMedia>()
  readonly #texts = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  readonly importFile = (file: ImportedFile): string => {
    const token = randomUUID()
    this.#imported.set(token, file)
    return token
  }

  readonly findMedia = (id: string): StoredMedia | null => this.#library.get(id) ?? null

  readonly handlers: SomeHandlers = {
    'media.addPicture': ({ token }) => this.addPng(token),
    'media.present': ({ mediaId }) => ({ present: this.#library.has(mediaId) }),
    'files.read': ({ token }) => {
      const { name, path } = this.#imported.get(token) ?? fail('not_found', 'no such token')
      const text = readFileSync(path, 'utf8')
      const id = createHash('sha256').update(text).digest('hex')
      this.#texts.set(id, text)
      const size = { pages: null, length: text.length, tokens: Math.ceil(text.length / 4), cutFrom: null }
      return { state: 'read', file: { mediaId: id, textId: id, name, ...size } }
    },
    'files.text': ({ from, length, textId }) => {
      const text = this.#texts.get(textId) ?? fail('not_found', 'no such text')
      return { text: text.slice(from, from + length), length: text.length }
    },
  }

  /** Takes a file that was handed over into the library. Refuses with `not_a_picture` what is no PNG. */
  addPng(token: string): MediaItem {
    const file = this.#imported.get(token) ?? fail('not_found', 'no such token')
    return this.#add(readFileSync(file.path))
  }

  /** Adds a picture of one colour. */
  async addDrawn(width: number, height: number): Promise<MediaItem> {
    const pixels = new Uint8Array(width * height * 3).fill(160)
    return this.#add(await encodePng({ width, height, channels: 3, pixels }))
  }

  /** Adds a video of the kind that its name says. */
  addVideo(path: string, width: number, height: number): MediaItem {
    const bytes = readFileSync(path)
    const id = createHash('sha256').update(bytes).digest('hex')
    const mime = path.endsWith('.webm') ? 'video/webm' : 'video/mp4'
    this.#library.set(id, { path, mime, bytes: bytes.length })
    return { id, mime, bytes: bytes.length, width, height }
  }

  /** The content of a file that was handed over. */
  bytesOf(token: string): Buffer {
    return readFileSync((this.#imported.get(token) ?? fail('not_found', 'no such token')).path)
  }

  /** An item of the library; null if there is none. */
  itemOf(id: string): MediaItem | null {
    const stored = this.#library.get(id)
    return stored === undefined ? null : itemIn(id, readFileSync(stored.path))
  }

  #add(bytes: Buffer): MediaItem {
    if (bytes.toString('latin1', 1, 4) !== 'PNG') fail('not_a_picture')
    const id = createHash('sha256').update(bytes).digest('hex')
    const path = join(this.#folder, id)
    writeFileSync(path, bytes)
    this.#library.set(id, { path, mime: 'image/png', bytes: bytes.length })
    return itemIn(id, bytes)
  }
}

/** The header of a PNG begins with its width and height. */
function itemIn(id: string, png: Buffer): MediaItem {
  return { id, mime: 'image/png', bytes: png.length, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
