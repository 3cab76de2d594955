import { setTimeout } from 'node:timers/promises'
import { fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { type MediaEntry, textLengthOf } from '../atelier-format.ts'
import { StagingFolder } from '../staging-folder.ts'
import { ImportBudget } from './import-bounds.ts'
import { ImportFiles } from './import-files.ts'
import { portableSources, recognised } from './import-format.ts'
import type { ImportAnswer, ImportTask } from './import-messages.ts'
import { openSource, type SourceFile } from './import-source.ts'
import type { PictureSource, Portable, ReadPicture } from './portable-items.ts'
import { Spool } from './spool.ts'
import { StagedCopies } from './staged-copies.ts'

/** Items per answer; main parses them in a few milliseconds. */
const itemsAtOnce = 256
const charactersAtOnce = 1024 * 1024
/** Longest time between two answers, in ms, so that main sees progress. */
const beatMs = 1_000

interface ImportReadingParts {
  readonly format: TransferFormat
  readonly jsonBytes: number
  readonly portable: (onBytes: (bytes: number) => void) => AsyncGenerator<Portable<PictureSource>>
  readonly files: ImportFiles
  readonly close: () => void
}

/** A running import in the reader's thread. The thread may be terminated at any point; that closes its files. */
export class ImportReading {
  readonly format: TransferFormat
  readonly jsonBytes: number
  /** Closes its files. Call it after reading everything. */
  readonly close: () => void
  private readonly files: ImportFiles
  private readonly values: AsyncGenerator<Portable<PictureSource>>
  private readonly budget: ImportBudget
  private bytes = 0
  /** Fills the next answer in advance. */
  private filling: Promise<void> | null = null
  private items: Portable<PictureSource>[] = []
  private isDone = false
  /** Pictures of the last answer; their indexes are their refs. */
  private pictures: PictureSource[] = []

  private constructor({ portable, close, files, format, jsonBytes }: ImportReadingParts) {
    this.close = close
    this.format = format
    this.jsonBytes = jsonBytes
    this.files = files
    this.budget = new ImportBudget(jsonBytes)
    this.values = portable((bytes) => {
      this.bytes += bytes
    })
  }

  /** Opens a file and recognises its format. Throws an AppFailure as `openSource` and `recognised` do. */
  static async openFile({
    dataFolder,
    name,
    now,
    path,
  }: Extract<ImportTask, { kind: 'open' }>): Promise<ImportReading> {
    const folder = new StagingFolder(dataFolder, 'carry-read')
    const source = await openSource(path, name)
    // never aborted, because the caller terminates the thread instead
    const { signal } = new AbortController()
    const copies = new StagedCopies(folder, signal)
    const copy = (file: SourceFile): Promise<string> => copies.copy(file)
    const { files, format, unread } = await recognised(source, signal, copy)
    const jsonBytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const spools: Spool<unknown>[] = []
    const spool = <T>(): Spool<T> => {
      const made = new Spool<T>(folder.newPath())
      spools.push(made)
      return made
    }
    return new ImportReading({
      format,
      jsonBytes,
      portable: async function* (onBytes) {
        yield* portableSources[format]({ source, files, unread, copy, spool, onBytes, signal, now })
        for (const title of unread) yield { type: 'skipped', reason: 'other', count: 1, title }
      },
      files: new ImportFiles(source, folder, signal),
      close: () => {
        source.close()
        for (const made of spools) made.close()
        copies.close()
      },
    })
  }

  /**
   * Resolves to the next items, or to none if reading them takes a while. Throws an AppFailure: `import_damaged` or
   * `import_not_read`.
   */
  async nextItems(): Promise<ImportAnswer> {
    const filling = this.filling ?? this.fill()
    this.filling = filling
    const waiting = new AbortController()
    const beat = setTimeout(beatMs, 'beat', { signal: waiting.signal }).catch(() => 'beat')
    const isFull = (await Promise.race([filling, beat])) !== 'beat'
    waiting.abort()
    if (isFull) this.filling = null
    this.pictures = []
    const items = this.items.map((item) => this.withNamedPictures(item))
    this.items = []
    return { kind: 'read', items, bytes: this.bytes, done: isFull && this.isDone }
  }

  /**
   * Writes a picture into the staging folder. Throws the disk's error, or an AppFailure `import_damaged` for an
   * unreadable file.
   */
  async stagePicture(ref: number): Promise<ImportAnswer> {
    const picture = this.pictures[ref] ?? fail('internal', 'a picture that was not given out')
    return await this.files.stagePicture(picture)
  }

  /** Writes a file of Atelier's own export into the staging folder. Throws as `stagePicture` does. */
  async readMediaEntry(entry: MediaEntry): Promise<ImportAnswer> {
    return await this.files.copyMediaEntry(entry)
  }

  private fill(): Promise<void> {
    const filling = this.filled()
    // it may fail while nobody awaits it
    filling.catch(() => undefined)
    return filling
  }

  private async filled(): Promise<void> {
    let characters = 0
    while (this.items.length < itemsAtOnce && characters < charactersAtOnce) {
      const found = await this.values.next()
      if (found.done === true) {
        this.isDone = true
        return
      }
      this.budget.spend(found.value)
      this.items.push(found.value)
      if (found.value.type === 'message') characters += textLengthOf(found.value.message)
    }
  }

  private withNamedPictures(portable: Portable<PictureSource>): Portable {
    if (portable.type !== 'message') return portable
    return { ...portable, pictures: portable.pictures.map((picture) => this.namedPicture(picture)) }
  }

  private namedPicture(picture: PictureSource): ReadPicture {
    if (picture.kind === 'missing' || picture.kind === 'media') return picture
    const key = picture.kind === 'file' ? `file ${picture.path}` : picture.key && `data ${picture.key}`
    return { kind: 'picture', ref: this.pictures.push(picture) - 1, key }
  }
}
