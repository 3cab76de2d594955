import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AttachedFile, FileReading, PageDrawing } from '../../../shared/attached-file.ts'
import { fileNameMax, fileTextMax } from '../../../shared/attached-file-limits.ts'
import { AppFailure, fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Language } from '../../../shared/language.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { otherType } from '../../../shared/media-types.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { ImportedFile, Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { toJpeg } from '../../media/picture-conversion.ts'
import { recordingMimeOf } from '../../media/recording.ts'
import type { StreamedFile } from '../../media/streamed-copy.ts'
import type { DocumentAnswer } from '../documents/document-messages.ts'
import { isReadableName } from '../documents/file-text.ts'
import type { DocumentReader } from '../documents/index.ts'
import { libraryText } from './library-text.ts'

export interface AttachedFilesParts {
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly documents: DocumentReader
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}

/** Files sent with messages as text. Original and text are in the library, so that every turn sends the same. */
export class AttachedFiles {
  private readonly parts: AttachedFilesParts

  constructor(parts: AttachedFilesParts) {
    this.parts = parts
  }

  async readAttached({ language, password, token }: CallInput<'files.read'>): Promise<FileReading> {
    const reading = await this.parts.imports.takeFile(token, (file) =>
      this.storeFile(file, password ?? null, language ?? null),
    )
    return reading ?? fail('not_found', 'the file has to be chosen again')
  }

  async drawPages({ count, from, password, token }: CallInput<'files.drawPages'>): Promise<PageDrawing> {
    const { documents, ending, imports, library } = this.parts
    const drawing = await imports.takeFile(token, async ({ path }): Promise<PageDrawing> => {
      const pictures: MediaItem[] = []
      let pages = from
      for (let page = from; page < from + count && page <= pages; page += 1) {
        const answer = await documents.drawPage({ path, page, password: password ?? null }, ending)
        if (answer.state === 'refused') return answer
        pages = answer.pages
        if (page > pages) break
        const { bytes, height, width } = await toJpeg(answer)
        pictures.push(await library.addMedia(bytes, { mime: 'image/jpeg', width, height }))
      }
      return { state: 'drawn', pictures, pages }
    })
    return drawing ?? fail('not_found', 'the file has to be chosen again')
  }

  async attachedText({ from, length, textId }: CallInput<'files.text'>): Promise<CallOutput<'files.text'>> {
    const text = await libraryText(this.parts.library, textId)
    return { text: text.slice(from, from + length), length: text.length }
  }

  async cut({ file }: CallInput<'files.cut'>): Promise<AttachedFile> {
    const whole = await libraryText(this.parts.library, file.textId)
    const text = beginningOf(whole, fileTextMax)
    const bytes = new TextEncoder().encode(text)
    const { id } = await this.parts.library.addMedia(bytes, { mime: 'text/plain', width: null, height: null })
    const { tokens } = estimateTokens(text)
    return { ...file, textId: id, length: text.length, tokens, cutFrom: file.cutFrom ?? whole.length }
  }

  private async storeFile(
    { name, path, temporary }: ImportedFile,
    password: string | null,
    language: Language | null,
  ): Promise<FileReading> {
    const { documents, ending, library } = this.parts
    const before = await standingOf(path)
    if (before === null) return { state: 'refused', problem: 'gone' }
    const answer = await documents.readDocument(
      { path, name, password, decoding: { encoding: null, language } },
      ending,
    )
    // the original has to be unchanged since it was read
    if (before !== (await standingOf(path))) return { state: 'refused', problem: 'changed' }
    // after the documents: a text can begin like sound
    const mime = answer.state === 'refused' && !isReadableName(name) ? await recordingMimeOf(path) : null
    if (mime !== null) return await this.recording(name, mime, { path, temporary, signal: ending })
    if (answer.state === 'refused') return answer
    const original = await this.storeOriginal({ path, temporary, signal: ending }, typeOf(answer))
    if (original === null) return { state: 'refused', problem: 'changed' }
    const text = await library.addMedia(answer.text, { mime: 'text/plain', width: null, height: null })
    return { state: 'read', file: fileOf(answer, { mediaId: original.id, textId: text.id, name: calledOf(name) }) }
  }

  async decode({ encoding, file: { mediaId, name } }: CallInput<'files.decode'>): Promise<AttachedFile> {
    const { documents, ending, library } = this.parts
    const original = library.findMedia(mediaId) ?? fail('not_found', 'the file has to be chosen again')
    const path = await library.fileOf(original)
    const answer = await documents.readDocument({ path, name, decoding: { encoding, language: null } }, ending)
    if (answer.state === 'refused') fail('invalid_input', answer.problem)
    const { id } = await library.addMedia(answer.text, { mime: 'text/plain', width: null, height: null })
    return fileOf(answer, { mediaId, textId: id, name })
  }

  /** Stores an original; resolves to null if it changes meanwhile. */
  private async storeOriginal(source: StreamedFile, mime: string): Promise<MediaItem | null> {
    return await this.parts.library.addFile(source, { mime, width: null, height: null }).catch((cause: unknown) => {
      if (cause instanceof AppFailure && cause.error.code === 'file_refused') return null
      throw cause
    })
  }

  /** Replaces a recording with a note that it exists: a tool can transcribe it. */
  private async recording(name: string, mime: string, source: StreamedFile): Promise<FileReading> {
    const { library } = this.parts
    const original = await this.storeOriginal(source, mime)
    if (original === null) return { state: 'refused', problem: 'changed' }
    const note = recordingNote(original)
    const text = await library.addMedia(new TextEncoder().encode(note), {
      mime: 'text/plain',
      width: null,
      height: null,
    })
    const { tokens } = estimateTokens(note)
    const about = { mediaId: original.id, textId: text.id, name: calledOf(name) }
    return { state: 'read', file: { ...about, pages: null, length: note.length, tokens, cutFrom: null } }
  }
}

function fileOf(
  { encoding, length, pages, tokens, unread }: Extract<DocumentAnswer, { readonly state: 'read' }>,
  about: Pick<AttachedFile, 'mediaId' | 'name' | 'textId'>,
): AttachedFile {
  const more = { ...(encoding === undefined ? {} : { encoding }), ...(unread.length === 0 ? {} : { unread }) }
  return { ...about, pages, length, tokens, cutFrom: null, ...more }
}

function calledOf(name: string): string {
  return basename(name).slice(-fileNameMax) || 'file'
}

/** Resolves to a file's fingerprint: inode, size and mtime; null if it is no longer a file. */
async function standingOf(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null)
  return stats?.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : null
}

/** Returns the content type of an original: plain text, also for HTML, or bytes that nothing opens. */
function typeOf({ encoding }: Pick<DocumentAnswer & { readonly state: 'read' }, 'encoding'>): string {
  return encoding === undefined ? otherType : 'text/plain'
}

/** Returns the beginning of a text, at most `max` UTF-16 units: up to a page, else a line, else a character. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text
  const page = text.lastIndexOf('\n\n[Page ', max)
  const line = text.lastIndexOf('\n', max)
  // a page or line that is longer than half of it is cut
  const end = [page, line].find((at) => at > max / 2) ?? max
  return text.slice(0, end).toWellFormed().trimEnd()
}

/** Returns the note that a model gets instead of a recording's words. In English, like the marks of other files. */
function recordingNote({ bytes, mime }: Pick<MediaItem, 'bytes' | 'mime'>): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `[A recording: ${mime}, ${size}. Its sound and its words are not part of this message.]`
}
