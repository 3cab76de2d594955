import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '../../../../shared/errors.ts'
import { pictureBytesMax } from '../../../../shared/media.ts'
import { otherType } from '../../../../shared/media-types.ts'
import { readPicture } from '../../../media/picture.ts'
import { pictureKind } from '../../../media/picture-kind.ts'
import { recordingMime } from '../../../media/recording.ts'
import { freeBytes } from '../../../storage/free-bytes.ts'
import type { MediaEntry } from '../atelier-format.ts'
import type { StagingFolder } from '../staging-folder.ts'
import type { ImportAnswer } from './import-messages.ts'
import { contentOf, type ImportSource } from './import-source.ts'
import type { PictureSource } from './portable-items.ts'

/** Bytes of a file read to detect its kind. */
const headBytes = 64 * 1024
const missing: ImportAnswer = { kind: 'unfit', reason: 'media_missing' }
const refused: ImportAnswer = { kind: 'unfit', reason: 'media_refused' }

/** Extracts files of an import into the staging folder and checks them. Throws the disk's errors. */
export class ImportFiles {
  private readonly source: ImportSource
  private readonly folder: StagingFolder
  private readonly signal: AbortSignal

  constructor(source: ImportSource, folder: StagingFolder, signal: AbortSignal) {
    this.source = source
    this.folder = folder
    this.signal = signal
  }

  /** Resolves to a picture of a message; `unfit` if it is too large or not a picture. */
  async stagePicture(picture: PictureSource): Promise<ImportAnswer> {
    const bytes = await this.bytesOf(picture)
    const info = bytes === null || bytes.length > pictureBytesMax ? null : readPicture(bytes)
    if (bytes === null || info === null) return refused
    const path = await this.newPath(bytes.length)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    const id = createHash('sha256').update(bytes).digest('hex')
    return { kind: 'staged', file: { path, id, bytes: bytes.length, ...info } }
  }

  /** Resolves to a file of Atelier's own export; `unfit` if it is missing or its content does not match its hash. */
  async copyMediaEntry(entry: MediaEntry): Promise<ImportAnswer> {
    const { path: name, ...item } = entry
    const file = name === null ? undefined : this.source.files.get(name)
    if (file === undefined) return missing
    if (file.bytes !== item.bytes) return refused
    const path = await this.newPath(file.bytes)
    const hash = createHash('sha256')
    const content = contentOf(file, this.signal, (chunk) => hash.update(chunk))
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    // content that does not match its hash is never imported
    if (hash.digest('hex') === item.id && (await isOfKind(path, item.mime)))
      return { kind: 'staged', file: { ...item, path } }
    await rm(path, { force: true })
    return refused
  }

  private async bytesOf(picture: PictureSource): Promise<Buffer | null> {
    switch (picture.kind) {
      case 'file': {
        const file = this.source.files.get(picture.path)
        if (file === undefined || file.bytes > pictureBytesMax) return null
        const chunks: Buffer[] = []
        for await (const chunk of contentOf(file, this.signal)) chunks.push(chunk)
        return Buffer.concat(chunks)
      }
      case 'data': {
        const url = picture.url()
        const data = /^data:[^,]*;base64,/.exec(url.slice(0, 200))
        return data === null ? null : Buffer.from(url.slice(data[0].length), 'base64')
      }
      default:
        return null
    }
  }

  /** Resolves to a path for a file of this many bytes. Throws an AppFailure `storage_full` if there is no room. */
  private async newPath(bytes: number): Promise<string> {
    const path = this.folder.newPath()
    if (bytes > (await freeBytes(dirname(path)))) fail('storage_full', 'a file that is larger than the free space')
    return path
  }
}

/** Resolves to true if a file's first bytes match its declared type, as which it will be served. */
async function isOfKind(path: string, mime: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(headBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const read = head.subarray(0, bytesRead)
    if (mime === 'text/plain') return !read.includes(0)
    // an original of a chat's file: nothing opens bytes of this type
    if (mime === otherType) return true
    return mime.startsWith('image/') ? pictureKind(read)?.mime === mime : recordingMime(read) !== null
  } finally {
    await file.close()
  }
}
