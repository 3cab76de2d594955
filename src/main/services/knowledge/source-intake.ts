import { basename } from 'node:path'
import { AppFailure, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { ReadingProblem } from '../../../shared/knowledge.ts'
import { sourcesMax } from '../../../shared/knowledge-limits.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { otherType } from '../../../shared/media-types.ts'
import type { ImportedFile, Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Clock, Folders } from '../../platform.ts'
import { chosenFolder } from '../../security/chosen-folder.ts'
import type { KnowledgeSources, StoredSource } from '../../storage/knowledge-sources.ts'
import { isReadableName } from '../documents/file-text.ts'
import type { DocumentReader } from '../documents/index.ts'
import type { MediaRemover } from '../media/media-remover.ts'

export interface SourceIntakeParts {
  readonly sources: KnowledgeSources
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: Pick<MediaRemover, 'hold'>
  readonly folders: Folders
  readonly dataFolder: string
  readonly clock: Clock
  readonly documents: Pick<DocumentReader, 'passages'>
  readonly ending: AbortSignal
}

/** Takes in files, folders, chats and transcripts. A path comes from a dialog or a typed line, never from a model. */
export class SourceIntake {
  private readonly parts: SourceIntakeParts

  constructor(parts: SourceIntakeParts) {
    this.parts = parts
  }

  /** Copies texts into the library. Returns the refused files with their reasons. */
  async files({ collectionId, files }: CallInput<'knowledge.addFiles'>): Promise<CallOutput<'knowledge.addFiles'>> {
    this.refuseTooMany(collectionId, files.length)
    const refused: { name: string; problem: ReadingProblem }[] = []
    for (const { sourceId, token } of files) {
      const taken = await this.parts.imports.takeFile(token, async (file) => {
        const problem = await this.file(collectionId, sourceId, file)
        if (problem !== null) refused.push({ name: file.name, problem })
        return true
      })
      if (taken === null) fail('not_found', 'the file has to be chosen again')
    }
    return refused
  }

  /** Adds a folder. A path from the page is accepted only if the shell has no dialog. */
  async folder({
    collectionId,
    path,
    sourceId,
  }: CallInput<'knowledge.addFolder'>): Promise<CallOutput<'knowledge.addFolder'>> {
    this.refuseTooMany(collectionId, 1)
    const chosen = await this.parts.folders.choose()
    if (chosen.by === 'page' && path === null) return 'ask'
    const typed = chosen.by === 'main' ? chosen.folder : path
    if (typed === null) return 'cancelled'
    const folder = await chosenFolder(typed, this.parts.dataFolder)
    const known = this.parts.sources.source(sourceId)
    if (known?.kind === 'folder') this.parts.sources.setFolder(sourceId, folder, basename(folder))
    else this.addSource({ id: sourceId, collectionId, kind: 'folder', name: basename(folder) || folder, folder })
    return 'added'
  }

  items({ collectionId, items }: CallInput<'knowledge.addItems'>): void {
    this.refuseTooMany(collectionId, items.length)
    const known = this.parts.sources.sources().filter((source) => source.collectionId === collectionId)
    for (const { itemId, kind, sourceId } of items) {
      if (known.some((source) => source.kind === kind && source.itemId === itemId)) continue
      this.addSource({ id: sourceId, collectionId, kind, name: '', itemId })
    }
  }

  private async file(collectionId: string, id: string, file: ImportedFile): Promise<ReadingProblem | null> {
    const item = await this.stored(file)
    if (typeof item === 'string') return item
    const release = this.parts.remover.hold(item.id)
    try {
      this.addSource({ id, collectionId, kind: 'file', name: basename(file.name), mediaId: item.id })
    } finally {
      release()
    }
    return null
  }

  /** Tests a file in the documents' thread, then copies it into the library. Main never holds its text. */
  private async stored({ name, path, temporary }: ImportedFile): Promise<MediaItem | ReadingProblem> {
    const { documents, ending: signal, library } = this.parts
    const answer = await documents.passages({ name, path, passages: 'try' }, signal)
    if (answer.state === 'refused') return answer.problem
    const mime = isReadableName(name) ? 'text/plain' : otherType
    return await library
      .addFile({ path, temporary, signal }, { mime, width: null, height: null })
      .catch((cause: unknown) => {
        if (cause instanceof AppFailure && cause.error.code === 'file_refused') return 'unreadable'
        throw cause
      })
  }

  private addSource(source: Pick<StoredSource, 'id' | 'collectionId' | 'kind' | 'name'> & Partial<StoredSource>): void {
    const createdAt = this.parts.clock.now()
    this.parts.sources.addSource({ mediaId: null, folder: null, itemId: null, createdAt, ...source })
  }

  private refuseTooMany(collectionId: string, more: number): void {
    const { sources } = this.parts
    if (sources.collection(collectionId) === null) fail('not_found', 'no such collection')
    const count = sources.sources().filter((source) => source.collectionId === collectionId).length
    if (count + more > sourcesMax) fail('invalid_input', 'too many sources in one collection')
  }
}
