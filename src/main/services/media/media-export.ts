import { createWriteStream } from 'node:fs'
import { constants, copyFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { fail } from '../../../shared/errors.ts'
import type { NamedMedia, SavedFile } from '../../../shared/image.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { extensionOf, mediaExtensions } from '../../../shared/media-types.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { pictureAs } from '../../media/picture-conversion.ts'
import type { Exports } from '../../platform.ts'
import { safeFileName, uniqueNames } from '../../security/file-name.ts'
import { written } from './written-file.ts'

/** Extensions removed from a name; the file's type decides the new one. */
const knownExtension = new RegExp(`\\.(jpeg|${Object.values(mediaExtensions).join('|').replaceAll('.', '')})$`, 'i')

/** A file to be saved; its content is created only when needed, so that few are in memory at once. */
export interface NamedContent {
  readonly name: string
  readonly content: () => string | Promise<Uint8Array>
}

/** Exports library files: one, many as a ZIP, or by a drag. */
export class MediaExport {
  private readonly library: MediaLibrary
  private readonly exports: Exports

  constructor(library: MediaLibrary, exports: Exports) {
    this.library = library
    this.exports = exports
  }

  /** Saves one file under a name, a picture also as another type. Throws an AppFailure `not_found`, `storage_full`, `storage_read_only`. */
  async saveMedia({ type, ...named }: CallInput<'media.save'>): Promise<SavedFile> {
    const { item, name } = this.itemWithName(named)
    const mime = `image/${type}`
    if (type !== undefined && item.mime !== mime) {
      const { bytes } = await pictureAs(await this.library.readMedia(item), type)
      const renamed = safeFileName(named.name.replace(knownExtension, ''), extensionOf(mime))
      return await this.exports.saveFile(renamed, (path) =>
        written(path, (part) => writeFile(part, bytes, { flag: 'wx', mode: 0o600 })),
      )
    }
    return await this.exports.saveFile(name, (path) => this.copy(item, path))
  }

  /** Saves many files as one ZIP without compression, because pictures and videos are compressed already. */
  async saveArchive(items: readonly NamedMedia[], archive: string): Promise<SavedFile> {
    const found = items.map((named) => this.itemWithName(named))
    const names = uniqueNames(found.map(({ name }) => name))
    const paths = await Promise.all(found.map(({ item }) => this.library.fileOf(item)))
    return await this.archive(archive, (zip) => {
      for (const [index, path] of paths.entries()) zip.addFile(path, names[index] ?? 'file', { compress: false })
    })
  }

  /** Saves created contents: one as a file, several as a ZIP with unique names. Names must be safe. */
  async saveContents(files: readonly NamedContent[], archive: string): Promise<SavedFile> {
    const [first] = files
    if (first && files.length === 1)
      return await this.exports.saveFile(first.name, (path) =>
        written(path, async (part) => writeFile(part, await first.content(), { flag: 'wx', mode: 0o600 })),
      )
    const names = uniqueNames(files.map(({ name }) => name))
    return await this.archive(archive, (zip) => {
      for (const [index, { content, name }] of files.entries())
        zip.addReadStreamLazy(names[index] ?? name, (take) => {
          bytesOf(content).then(
            (bytes) => take(null, Readable.from([bytes])),
            (cause: unknown) => take(cause, Readable.from([])),
          )
        })
    })
  }

  /** Saves the file that `write` creates, under a safe name; nothing incomplete remains when it throws. */
  async saveWritten(name: string, write: (part: string) => Promise<void>): Promise<SavedFile> {
    return await this.exports.saveFile(name, (path) => written(path, write))
  }

  /** Starts dragging a created content out of the window as a file. */
  async dragContent({ content, name }: NamedContent): Promise<void> {
    await this.exports.drag(name, async (path) => writeFile(path, await content(), { flag: 'wx', mode: 0o600 }))
  }

  /** Starts dragging a copy of a file out of the window. */
  async startDrag(named: NamedMedia): Promise<void> {
    const { item, name } = this.itemWithName(named)
    await this.exports.drag(name, (path) => this.copy(item, path))
  }

  private async archive(name: string, fill: (zip: ZipFile) => void): Promise<SavedFile> {
    return await this.exports.saveFile(safeFileName(name.replace(/\.zip$/i, ''), '.zip'), (path) =>
      written(path, async (part) => {
        const zip = new ZipFile()
        fill(zip)
        zip.end()
        // a missing file fails the archive instead of leaving a gap
        const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
        await Promise.race([pipeline(zip.outputStream, createWriteStream(part, { flags: 'wx', mode: 0o600 })), failed])
      }),
    )
  }

  private itemWithName({ mediaId, name }: NamedMedia): { readonly item: MediaItem; readonly name: string } {
    const item = this.library.findMedia(mediaId) ?? fail('not_found', 'there is no such file in the library')
    const extension = extensionOf(item.mime)
    const stem = name.replace(knownExtension, '')
    return { item, name: safeFileName(stem, extension) }
  }

  private async copy(item: MediaItem, path: string): Promise<void> {
    await written(path, async (part) => copyFile(await this.library.fileOf(item), part, constants.COPYFILE_FICLONE))
  }
}

async function bytesOf(content: NamedContent['content']): Promise<Buffer> {
  const made = await content()
  return typeof made === 'string' ? Buffer.from(made, 'utf8') : Buffer.from(made)
}
