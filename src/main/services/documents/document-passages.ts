import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
import type { ReadingProblem } from '../../../shared/knowledge.ts'
import { documentPassagesMax, textFileMax } from '../../../shared/knowledge-limits.ts'
import { chunksOf, type ReadableText } from '../../../shared/passages/chunker.ts'
import { markdownTables, tableHeads } from '../../../shared/passages/table-heads.ts'
import type { PassagesAnswer, PassagesTask } from './document-messages.ts'
import { documentText } from './document-text.ts'
import { fileText, isDocumentName } from './file-text.ts'

/** Most bytes of a file that a collection reads. */
export function passageBytesMax(name: string): number {
  return isDocumentName(name) ? fileBytesMax : textFileMax
}

/** The passages of a file, or why there are none. Call it only in a thread that can be ended. */
export async function passagesOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  how: PassagesTask['passages'],
): Promise<PassagesAnswer> {
  if (bytes.length > passageBytesMax(name)) return { state: 'refused', problem: 'too_large' }
  const text = await readable(name, bytes)
  if (typeof text === 'string') return { state: 'refused', problem: text }
  if (how === 'try') return { state: 'readable' }
  const chunks = chunksOf(text)
  const heads = tableHeads(chunks, text.tables ?? (text.shape === 'markdown' ? markdownTables(text.text) : []))
  if (chunks.length > documentPassagesMax) return { state: 'refused', problem: 'too_large' }
  const passages = chunks.map(({ end, headings, ms, partId, start }, index) => ({
    start,
    end,
    partId,
    atMs: ms,
    headings: [...headings],
    tableHead: heads[index] ?? null,
  }))
  return { state: 'divided', text: new TextEncoder().encode(text.text), passages }
}

async function readable(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadableText | ReadingProblem> {
  if (!isDocumentName(name)) return fileText(name, bytes)
  const read = await documentText(name, bytes)
  if (typeof read === 'string') return read === 'empty' ? markdown('') : readingProblemOf(read)
  // page lines and headings are equally long
  const text = markdown(withPageHeadings(read.text))
  return read.tables === undefined ? text : { ...text, tables: read.tables }
}

/** Why a file has no passages. */
export function readingProblemOf(problem: Exclude<FileProblem, 'empty'>): ReadingProblem {
  return problem === 'changed' ? 'unreadable' : problem
}

function markdown(text: string): ReadableText {
  return { text, shape: 'markdown', parts: null, joinsParts: false }
}

/** The page lines of a document as headings, so that a passage names its page. */
function withPageHeadings(text: string): string {
  return text.replaceAll(/^\[(Page \d+)\]$/gm, '# $1')
}
