import { basename } from 'node:path'
import type { AttachedFile, FileReading } from '../../../shared/attached-file.ts'
import { fileNameMax, fileTextMax } from '../../../shared/attached-file-limits.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { otherType } from '../../../shared/media-types.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { ImportedFile, Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { DocumentReader } from '../documents/index.ts'
import { libraryText } from './library-text.ts'

export interface AttachedFilesParts {
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly documents: DocumentReader
  /** Aborted when the app ends. */
  readonly ending: AbortSignal
}

/** Files that go with messages as text. Original and text lie in the library, so that every turn sends the same. */
export class AttachedFiles {
  private readonly parts: AttachedFilesParts

  constructor(parts: AttachedFilesParts) {
    this.parts = parts
  }

  async read({ token }: CallInput<'files.read'>): Promise<FileReading> {
    const reading = await this.parts.imports.take(token, (file) => this.taken(file))
    return reading ?? fail('not_found', 'the file has to be chosen again')
  }

  async text({ from, length, textId }: CallInput<'files.text'>): Promise<CallOutput<'files.text'>> {
    const text = await libraryText(this.parts.library, textId)
    return { text: text.slice(from, from + length), length: text.length }
  }

  async cut({ file }: CallInput<'files.cut'>): Promise<AttachedFile> {
    const whole = await libraryText(this.parts.library, file.textId)
    const text = beginningOf(whole, fileTextMax)
    const bytes = new TextEncoder().encode(text)
    const { id } = await this.parts.library.add(bytes, { mime: 'text/plain', width: null, height: null })
    const { tokens } = estimateTokens(text)
    return { ...file, textId: id, length: text.length, tokens, cutFrom: file.cutFrom ?? whole.length }
  }

  private async taken({ name, path, temporary }: ImportedFile): Promise<FileReading> {
    const { documents, ending, library } = this.parts
    const answer = await documents.read({ path, name }, ending)
    if (answer.state === 'refused') return answer
    const original = await library.addFile(
      { path, temporary, signal: ending },
      { mime: typeOf(answer, name), width: null, height: null },
    )
    const text = await library.add(answer.text, { mime: 'text/plain', width: null, height: null })
    const { length, pages, tokens } = answer
    const called = basename(name).slice(-fileNameMax) || 'file'
    return {
      state: 'read',
      file: { mediaId: original.id, textId: text.id, name: called, pages, length, tokens, cutFrom: null },
    }
  }
}

/** Content type of an original: plain text, also for HTML, or bytes that nothing opens. */
function typeOf({ pages }: { readonly pages: number | null }, name: string): string {
  return pages !== null || /\.(docx|xlsx)$/i.test(name) ? otherType : 'text/plain'
}

/** The beginning of a text, at most `max` UTF-16 units: up to a page, else a line, else a character. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text
  const page = text.lastIndexOf('\n\n[Page ', max)
  const line = text.lastIndexOf('\n', max)
  // a page or line that is longer than half of it is cut
  const end = [page, line].find((at) => at > max / 2) ?? max
  return text.slice(0, end).toWellFormed().trimEnd()
}
