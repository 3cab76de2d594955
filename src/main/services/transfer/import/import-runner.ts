import { AppFailure, appError } from '../../../../shared/errors.ts'
import type { ImportReport, Inspection } from '../../../../shared/transfer.ts'
import type { ImportedFile } from '../../../media/imports.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { Pace } from '../../../pace.ts'
import type { Ports } from '../../../platform.ts'
import type { Database } from '../../../storage/database.ts'
import { MediaItems } from '../../../storage/media-items.ts'
import type { MediaRemover } from '../../media/media-remover.ts'
import { StagingFolder } from '../staging-folder.ts'
import type { TransferBoard } from '../transfer-board.ts'
import type { ImportReader } from './import-reader.ts'
import { ImportReaders, type ImportReadersParts } from './import-readers.ts'
import { ImportStager } from './import-stager.ts'
import { ImportSteps } from './import-steps.ts'
import { ImportWriter, type Staged } from './import-writer.ts'
import { Skips } from './skips.ts'
import { Spool } from './spool.ts'
import { StagedMedia } from './staged-media.ts'

export interface ImportRunnerParts extends Pick<Ports, 'events' | 'clock' | 'log' | 'ending'> {
  readonly dataFolder: string
  readonly database: Database
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly board: TransferBoard
  /** Pauses search indexing, which would write at the same time, until the returned function is called. */
  readonly restIndex: () => () => void
  /** Overrides how the file is read. */
  readonly reader?: Omit<ImportReadersParts, 'dataFolder'>
}

/** Inspects and imports files; an import is all or nothing. */
export class ImportRunner {
  private readonly parts: ImportRunnerParts
  private readonly folder: StagingFolder
  private readonly readers: ImportReaders
  private readonly items: MediaItems
  private readonly writer: ImportWriter
  private readonly steps: ImportSteps
  private readonly toWrite = { done: 0, all: 0 }

  constructor(parts: ImportRunnerParts) {
    this.parts = parts
    this.folder = new StagingFolder(parts.dataFolder)
    this.readers = new ImportReaders({ ...parts.reader, dataFolder: parts.dataFolder })
    this.items = new MediaItems(parts.database)
    this.writer = new ImportWriter(parts.database)
    this.steps = new ImportSteps({
      database: parts.database,
      writer: this.writer,
      onStep: (rows) => this.stepped(rows),
    })
  }

  /** Completes or undoes an import that was interrupted. Call it while none runs. Rejects with the disk's error. */
  async recoverImport(): Promise<void> {
    this.folder.clear()
    new StagingFolder(this.parts.dataFolder, 'carry-read').clear()
    const { ending, remover } = this.parts
    const what = await this.steps.recoverImport(ending)
    // needed even if nothing was written yet
    await remover.removeUnreferenced(this.steps.mediaIds(), ending)
    if (what === null) return
    this.parts.log('info', `an import was ${what}`)
    if (what === 'shown') this.tellLists()
  }

  /** Reads a whole file within the limits of an import. Stores nothing, and a later start does not continue it. */
  async inspect(file: ImportedFile, signal: AbortSignal): Promise<Inspection> {
    return await this.readers.use(signal, async (reader) => {
      const skips = new Skips()
      const stager = new ImportStager({ writer: this.writer, skips, keep: null })
      const format = await this.readExport(reader, file, stager, signal)
      const { counts, present } = stager
      return { format, counts, present, skipped: skips.allSkips(), byChat: skips.byChat() }
    })
  }

  /**
   * Imports a file. If the app ends meanwhile, the next start removes the written part, and the file must be given
   * again.
   */
  async import(file: ImportedFile, signal: AbortSignal): Promise<ImportReport> {
    return await this.readers.use(signal, (reader) => this.importFrom(reader, file, signal))
  }

  /**
   * Terminates the thread that reads imports. The imported rows use their disk space already; freeing the spool leaves
   * room for showing them.
   */
  async close(): Promise<void> {
    await this.readers.endThreads()
  }

  private async importFrom(reader: ImportReader, file: ImportedFile, signal: AbortSignal): Promise<ImportReport> {
    const { library, log, remover } = this.parts
    const skips = new Skips()
    const { items } = this
    const media = new StagedMedia({ library, items, remover, reader, skips, signal })
    const spool = new Spool<Staged>(this.folder.newPath())
    let kept = false
    let goOn = (): void => undefined
    try {
      const stager = new ImportStager({ writer: this.writer, skips, keep: { media, spool } })
      const format = await this.readExport(reader, file, stager, signal)
      await reader.close()
      goOn = this.parts.restIndex()
      await this.written(stager, spool, signal)
      kept = true
      // its data are staged by now, so no further disk space is needed
      spool.close()
      await this.showImport()
      log('info', 'taken in', { format, items: stager.counts.conversations, present: stager.present })
      const { counts: added, present } = stager
      return { format, added, present, skipped: skips.allSkips(), byChat: skips.byChat() }
    } finally {
      goOn()
      spool.close()
      await media.release(kept)
      if (kept) this.tellLists()
    }
  }

  /**
   * Writes the staged data up to the point of no return. On a failure it undoes the writing, or the next call of
   * `recover` does.
   */
  private async written(stager: ImportStager, spool: Spool<Staged>, signal: AbortSignal): Promise<void> {
    const { board, clock, ending, log } = this.parts
    this.toWrite.done = 0
    this.toWrite.all = stager.stagedCount
    board.enter('writing')
    try {
      const plan = await this.steps.writeRows(stager.staged(), clock.now(), signal)
      signal.throwIfAborted()
      this.steps.decide(plan)
    } catch (cause) {
      board.enter('undoing')
      // on a full disk the space freed here is needed
      spool.close()
      await this.steps.takeBack(ending).catch(() => log('warn', 'an import is taken back later'))
      throw cause
    }
  }

  /**
   * Makes the import visible. Throws an AppFailure `import_unshown` when the disk refuses; the next start continues.
   */
  private async showImport(): Promise<void> {
    try {
      await this.steps.showCommitted()
    } catch (cause) {
      throw new AppFailure(appError('import_unshown'), { cause })
    }
  }

  private async readExport(
    reader: ImportReader,
    file: ImportedFile,
    stager: ImportStager,
    signal: AbortSignal,
  ): Promise<Inspection['format']> {
    const { board, clock } = this.parts
    const { format, jsonBytes } = await reader.openFile(file.path, file.name, clock.now())
    let bytes = 0
    let items = 0
    const onBytes = (read: number): void => {
      bytes += read
      board.reportProgress(jsonBytes === 0 ? 1 : bytes / jsonBytes, { items, bytes: Math.floor(bytes) })
    }
    const pace = new Pace()
    for await (const one of reader.portable(onBytes)) {
      await stager.addPortable(one)
      items += 1
      await pace.yieldIfDue(signal)
    }
    return format
  }

  private stepped(rows: number): void {
    this.toWrite.done += rows
    const { all, done } = this.toWrite
    this.parts.board.reportProgress(all === 0 ? 1 : done / all, { items: Math.min(done, all), bytes: 0 })
  }

  private tellLists(): void {
    this.parts.events.emit('transfer.imported', {})
    this.parts.events.emit('history.changed', {})
  }
}
