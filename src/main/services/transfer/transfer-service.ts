import { constants, copyFile, stat } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { ImportReport, Inspection, TransferState, TransferWork } from '../../../shared/transfer.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Exports, Links, Ports, Printer } from '../../platform.ts'
import { safeFileName } from '../../security/file-name.ts'
import { type Database, storageError } from '../../storage/database.ts'
import { databasePath } from '../../storage/open.ts'
import { openSnapshot } from '../../storage/snapshot.ts'
import { DocxMaker } from '../documents/word/docx-maker.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { written } from '../media/written-file.ts'
import { planExport } from './export/export-plan.ts'
import { exportWords } from './export/export-words.ts'
import { writeExport } from './export/export-writer.ts'
import { PortableReader } from './export/portable-reader.ts'
import { ImportRunner } from './import/import-runner.ts'
import { ChatSaver } from './saving/chat-saver.ts'
import { PageRenderer } from './saving/page-renderer.ts'
import { isPng } from './saving/picture-data.ts'
import { SavedFiles } from './saving/saved-files.ts'
import { TransferBoard } from './transfer-board.ts'

/** Database size in bytes above which an export uses ZIP64; JSON is larger than the rows. */
const largeBytes = 512 * 1024 * 1024

export interface TransferServiceParts extends Pick<Ports, 'events' | 'clock' | 'log'> {
  readonly dataFolder: string
  readonly version: string
  readonly database: Database
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly imports: Imports
  readonly exports: Exports
  readonly links: Links
  readonly printer: Printer
  /** Pauses search indexing until the undo is called. */
  readonly restIndex: () => () => void
  /** The interface language. */
  readonly language: () => 'en' | 'zh-CN'
}

/** Exports and imports all data and saves chats, one task at a time. */
export class TransferService {
  private readonly parts: TransferServiceParts
  private readonly board: TransferBoard
  private readonly runner: ImportRunner
  private readonly renderer: PageRenderer
  private readonly docx = new DocxMaker()
  private readonly saver: ChatSaver
  private readonly saved: SavedFiles
  private readonly ending = new AbortController()
  private running: { readonly cancelTransfer: AbortController; readonly ended: Promise<unknown> } | null = null
  private recovering: Promise<void> = Promise.resolve()

  constructor(parts: TransferServiceParts) {
    this.parts = parts
    this.board = new TransferBoard(parts.events, parts.clock)
    this.renderer = new PageRenderer(parts.events, parts.clock)
    this.saved = new SavedFiles(parts)
    this.saver = new ChatSaver({ ...parts, exports: this.saved, renderer: this.renderer, docx: this.docx })
    this.runner = new ImportRunner({ ...parts, board: this.board, ending: this.ending.signal })
  }

  /** Completes or undoes an import of a killed run. Never rejects. */
  async start(): Promise<void> {
    await this.recovered().catch((cause: unknown) => {
      // the rest stays hidden; the next import or start tries again
      if (!this.ending.signal.aborted)
        this.parts.log('warn', 'an import could not be taken back', {
          cause: cause instanceof Error ? cause.name : 'unknown',
        })
    })
  }

  transferState(): TransferState {
    return this.board.transferState
  }

  async export({ keys }: CallInput<'transfer.export'>): Promise<CallOutput<'transfer.export'>> {
    return await this.alone('export', async (signal) => {
      const { clock, dataFolder, exports, language, library, remover, version } = this.parts
      // the export reads the state of this moment, whatever changes meanwhile
      const snapshot = openSnapshot(dataFolder)
      const resume = remover.pause()
      try {
        const reader = new PortableReader(snapshot, { folderFiles: keys === null })
        const plan = await planExport(reader, library, keys, signal)
        this.board.enter('writing')
        const now = clock.now()
        const words = exportWords(language())
        const large = (await stat(databasePath(dataFolder))).size > largeBytes
        const name = safeFileName(`Atelier ${new Date(now).toISOString().slice(0, 10)}`, '.zip')
        const onUnits = (units: number, items: number, bytes: number): void =>
          this.board.reportProgress(plan.units === 0 ? 1 : units / plan.units, { items, bytes })
        const saved = await exports.saveFile(name, (path) =>
          written(path, (part) =>
            writeExport(part, { reader, plan, words, app: version, large, now, onUnits, signal }),
          ),
        )
        return { saved, report: plan.report }
      } finally {
        resume()
        snapshot.close()
      }
    })
  }

  async saveExport(input: CallInput<'transfer.save'>): Promise<CallOutput<'transfer.save'>> {
    return await this.alone('save', async (signal) => {
      this.board.enter('writing')
      return await this.saver.saveChats(input, signal, (part, items) =>
        this.board.reportProgress(part, { items, bytes: 0 }),
      )
    })
  }

  async stretch(input: CallInput<'transfer.stretch'>): Promise<CallOutput<'transfer.stretch'>> {
    return await this.alone('save', async (signal) => await this.saver.stretch(input, signal))
  }

  /** Saves a picture that the page drew as a file for the user. */
  async savePicture({ name, token }: CallInput<'transfer.savePicture'>): Promise<CallOutput<'transfer.savePicture'>> {
    const saved = await this.parts.imports.takeFile(token, async ({ path }) => {
      if (!(await isPng(path))) fail('not_a_picture', 'the page drew no PNG')
      return await this.saved.saveFile(safeFileName(name, '.png'), (to) =>
        written(to, (part) => copyFile(path, part, constants.COPYFILE_EXCL)),
      )
    })
    return saved ?? fail('not_found', 'the picture has to be drawn again')
  }

  async openSaved({ token }: CallInput<'transfer.openSaved'>): Promise<null> {
    await this.saved.openSaved(token)
    return null
  }

  /** Passes a page's rendered text to the running task. */
  rendered({ html, id }: CallInput<'transfer.rendered'>): null {
    this.renderer.acceptAnswer(id, html)
    return null
  }

  async inspect({ token }: CallInput<'transfer.inspect'>): Promise<Inspection> {
    const found = await this.alone('inspect', async (signal) => {
      await this.recovered()
      return await this.parts.imports.useFile(token, (file) => this.runner.inspect(file, signal))
    })
    return found ?? fail('not_found', 'the file has to be chosen again')
  }

  async import({ token }: CallInput<'transfer.import'>): Promise<ImportReport> {
    const report = await this.alone('import', async (signal) => {
      await this.recovered()
      return await this.parts.imports.takeFile(token, (file) => this.runner.import(file, signal))
    })
    return report ?? fail('not_found', 'the file has to be chosen again')
  }

  /** Resolves when the running task has ended. */
  async cancelTransfer(): Promise<null> {
    this.running?.cancelTransfer.abort()
    await this.running?.ended.catch(() => undefined)
    return null
  }

  /** Ends the running task. Written parts of an import are hidden, and the next start removes them. */
  async close(): Promise<void> {
    this.ending.abort()
    await this.cancelTransfer()
    await this.recovering.catch(() => undefined)
    await Promise.all([this.runner.close(), this.docx.close()])
  }

  /** Resolves when nothing remains of an interrupted import. */
  private async recovered(): Promise<void> {
    this.recovering = this.recovering.catch(() => undefined).then(() => this.runner.recoverImport())
    await this.recovering
  }

  /** Runs work exclusively. Throws an AppFailure: `busy` while another task runs, `cancelled`, or the disk's error. */
  private async alone<T>(kind: TransferWork['kind'], run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.ending.signal.aborted) fail('app_closed')
    if (this.running !== null) fail('busy', 'something is being taken in or out already')
    const cancel = new AbortController()
    this.board.beginWork(kind)
    const ended = run(cancel.signal)
    this.running = { cancelTransfer: cancel, ended }
    try {
      return await ended
    } catch (cause) {
      if (cancel.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
      const error = cause instanceof AppFailure ? null : storageError(cause)
      throw error === null ? cause : new AppFailure(error, { cause })
    } finally {
      this.running = null
      this.board.endWork()
    }
  }
}
