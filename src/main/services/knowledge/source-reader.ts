import type { ReadingProblem, SourceProgress } from '../../../shared/knowledge.ts'
import { readingProblemSchema } from '../../../shared/knowledge.ts'
import { chunksOf, type ReadableText } from '../../../shared/passages/chunker.ts'
import { markdownTables, tableHeads } from '../../../shared/passages/table-heads.ts'
import { addUnread, type UnreadCounts, type UnreadParts, unreadOf } from '../../../shared/unread-parts.ts'
import type { IndexedDocument, KnowledgeIndex, NewPassage } from '../../storage/knowledge-index.ts'
import { isDocumentName, isReadableName } from '../documents/file-text.ts'
import type { DocumentReader } from '../documents/index.ts'
import { folderFiles, type ReadFile, readBounded, readFolderFile } from './folder-files.ts'
import type { ItemTexts } from './item-text.ts'
import type { SourceDefinition } from './knowledge-messages.ts'

/** Longest text of a chat or transcript, in UTF-16 units. */
const textMax = 10_000_000

export interface SourceReaderParts {
  readonly index: KnowledgeIndex
  readonly items: ItemTexts
  readonly documents: Pick<DocumentReader, 'passages'>
  /** Aborted when the thread ends. */
  readonly ending: AbortSignal
  /** Called after each document that changed. */
  readonly onDocumentRead: (source: SourceDefinition) => void
}

/** A text with its passages. */
interface DividedText {
  readonly text: string
  readonly passages: readonly NewPassage[]
  readonly unread: UnreadParts
}

/** Outcome of reading a source: the reason why it was not read completely, or null. */
export type SourceEnd = ReadingProblem | null

/** Reads new and changed documents of sources into the index, and removes those that are gone. */
export class SourceReader {
  private readonly parts: SourceReaderParts

  constructor(parts: SourceReaderParts) {
    this.parts = parts
  }

  /** Reads a source. `isWanted` is called between files, because a source may be removed meanwhile. */
  async readSource(source: SourceDefinition, isWanted: () => boolean): Promise<SourceEnd> {
    switch (source.kind) {
      case 'file':
        return await this.file(source)
      case 'folder':
        return await this.folder(source, isWanted)
      case 'chat':
      case 'transcript':
        return this.readItem(source, source.kind)
    }
  }

  /** Returns true if a chat or transcript changed since it was read. */
  isStale(source: SourceDefinition): boolean {
    if (source.kind !== 'chat' && source.kind !== 'transcript') return false
    const now = this.parts.items.itemState(source.kind, source.itemId ?? '')?.fingerprint ?? null
    return now !== (this.parts.index.documents(source.id)[0]?.fingerprint ?? null)
  }

  /** Returns the state of a source in the index after `end`. */
  progressOf(source: SourceDefinition, end: SourceEnd): SourceProgress {
    const documents = this.parts.index.documents(source.id)
    const failed = documents.filter(({ key, problem }) => problem !== null && !isPassedOver(source, key, problem))
    const read = documents.filter(({ passages }) => passages > 0)
    const counts = read.reduce<UnreadCounts>((sum, { unread }) => addUnread(sum, unread), {})
    const told = {
      documents: read.length,
      passages: read.reduce((sum, { passages }) => sum + passages, 0),
      failedFiles: failed.length,
      firstFailed: source.kind === 'folder' ? (failed[0]?.key ?? null) : null,
      unread: unreadOf(counts).unread ?? [],
    }
    if (end === 'too_many' || (end === null && read.length > 0)) return { ...told, state: 'read', problem: end }
    const problem = end ?? problemOf(failed[0]?.problem ?? null)
    return { ...told, state: problem === null ? 'empty' : 'failed', problem }
  }

  private async file(source: SourceDefinition): Promise<SourceEnd> {
    const fingerprint = source.path ?? ''
    const before = this.parts.index.documents(source.id)[0]
    if (before?.fingerprint === fingerprint) return null
    const read = await this.dividedText(source.name, await readBounded(source.path ?? '', source.name))
    if (typeof read === 'string' && keepsPassages(before)) return null
    this.putDocument(source, '', source.name, fingerprint, read)
    return null
  }

  private async folder(source: SourceDefinition, isWanted: () => boolean): Promise<SourceEnd> {
    const folder = source.folder ?? ''
    if (folder === '') return this.forgotten(source, 'choose_again')
    const listing = await folderFiles(folder).catch(() => null)
    // a drive that is disconnected for a while: its passages and their vectors were paid for
    if (listing === null) return 'gone'
    const known = new Map(this.parts.index.documents(source.id).map((document) => [document.key, document]))
    for (const file of listing.files) {
      if (!isWanted()) return null
      const fingerprint = `${file.bytes} ${file.modifiedAt}`
      const before = known.get(file.path)
      known.delete(file.path)
      if (before?.fingerprint === fingerprint) continue
      const read = await this.dividedText(file.path, await readFolderFile(folder, file.path))
      // reading a document is slow, so the source may be gone by now
      if (!isWanted()) return null
      // perhaps open in another program: it is read at the next change
      if (typeof read === 'string' && before !== undefined && before.passages > 0)
        if (isPassing(read) || keepsPassages(before)) continue
      this.putDocument(source, file.path, file.path, fingerprint, read)
    }
    const isUnknown = (key: string): boolean => listing.unread.some((path) => key.startsWith(`${path}/`))
    for (const key of known.keys()) if (!isUnknown(key)) this.removeDocument(source, key)
    return listing.isCut ? 'too_many' : null
  }

  private readItem(source: SourceDefinition, kind: 'chat' | 'transcript'): SourceEnd {
    const { index, items } = this.parts
    const id = source.itemId ?? ''
    const state = items.itemState(kind, id)
    if (state === null) return this.forgotten(source, 'gone')
    if (index.documents(source.id)[0]?.fingerprint === state.fingerprint) return null
    const read = kind === 'chat' ? items.chat(id) : items.transcript(id)
    this.putDocument(
      source,
      id,
      state.title,
      state.fingerprint,
      read.text.length > textMax ? 'too_large' : divided(read),
    )
    return null
  }

  /** Reads and divides a file in the documents' thread, which ends when the file exceeds a limit. */
  private async dividedText(name: string, bytes: ReadFile): Promise<DividedText | ReadingProblem> {
    if (typeof bytes === 'string') return bytes
    const answer = await this.parts.documents.passages({ name, bytes, passages: 'divide' }, this.parts.ending)
    if (answer.state === 'refused') return answer.problem
    if (answer.state === 'readable') return { text: '', passages: [], unread: [] }
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.text)
    return { text, passages: answer.passages, unread: answer.unread }
  }

  private putDocument(
    source: SourceDefinition,
    key: string,
    title: string,
    fingerprint: string,
    read: DividedText | ReadingProblem,
  ): void {
    const about = { sourceId: source.id, collectionId: source.collectionId, key, title, fingerprint }
    this.parts.index.putDocument(
      typeof read === 'string'
        ? { ...about, problem: read, text: '', passages: [], unread: [] }
        : { ...about, problem: null, ...read },
    )
    this.parts.onDocumentRead(source)
  }

  private removeDocument(source: SourceDefinition, key: string): void {
    this.parts.index.removeDocument(source.id, key)
    this.parts.onDocumentRead(source)
  }

  private forgotten(source: SourceDefinition, problem: ReadingProblem): SourceEnd {
    for (const { key } of this.parts.index.documents(source.id)) this.removeDocument(source, key)
    return problem
  }
}

/**
 * Returns true if a document of an older reader keeps its passages although its file cannot be read again, because they
 * were paid for.
 */
function keepsPassages(before: IndexedDocument | undefined): boolean {
  return before !== undefined && before.fingerprint === '' && before.passages > 0
}

function divided(read: ReadableText): DividedText {
  const chunks = chunksOf(read)
  const heads = tableHeads(chunks, read.shape === 'markdown' ? markdownTables(read.text) : [])
  const passages = chunks.map(({ ms, ...chunk }, index) => ({ ...chunk, atMs: ms, tableHead: heads[index] ?? null }))
  return { text: read.text, passages, unread: [] }
}

/** Outcomes of reading photos, drawings and disk images. */
const noTexts: ReadonlySet<string> = new Set(['not_text', 'not_supported', 'old_format', 'too_large', 'timed_out'])

/** Returns true if a file of a folder turned out not to be text, and its name did not promise text. */
function isPassedOver({ kind }: SourceDefinition, key: string, problem: string): boolean {
  if (kind !== 'folder' || isReadableName(key) || isDocumentName(key)) return false
  return noTexts.has(problem)
}

/** Returns true if a file may be readable again without having changed. */
function isPassing(problem: ReadingProblem): boolean {
  return problem === 'unreadable' || problem === 'gone'
}

function problemOf(stored: string | null): ReadingProblem | null {
  return stored === null ? null : readingProblemSchema.catch('unreadable').parse(stored)
}
