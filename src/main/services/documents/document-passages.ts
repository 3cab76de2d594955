import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
import type { ReadingProblem } from '../../../shared/knowledge.ts'
import { documentPassagesMax, textFileMax } from '../../../shared/knowledge-limits.ts'
import { chunksOf, type ReadableText } from '../../../shared/passages/chunker.ts'
import { markdownTables, tableHeads } from '../../../shared/passages/table-heads.ts'
import type { UnreadParts } from '../../../shared/unread-parts.ts'
import type { PassagesAnswer, PassagesTask } from './document-messages.ts'
import { anyText } from './document-text.ts'
import { isReadableName } from './file-text.ts'

/** Returns the maximum number of bytes of a file that a collection reads. */
export function passageBytesMax(name: string): number {
  return isReadableName(name) ? textFileMax : fileBytesMax
}

/** Resolves to the passages of a file, or to why there are none. Call it only in a thread that can be ended. */
export async function passagesOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  how: PassagesTask['passages'],
): Promise<PassagesAnswer> {
  if (bytes.length > passageBytesMax(name)) return { state: 'refused', problem: 'too_large' }
  const read = await readable(name, bytes)
  if (typeof read === 'string') return { state: 'refused', problem: read }
  const { text, unread } = read
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
  return { state: 'divided', text: new TextEncoder().encode(text.text), passages, unread: [...unread] }
}

async function readable(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly text: ReadableText; readonly unread: UnreadParts } | ReadingProblem> {
  const blank = { text: markdown(''), unread: [] }
  if (bytes.length === 0) return blank
  const read = await anyText(name, bytes)
  if (typeof read === 'string') return read === 'empty' ? blank : read === 'not_text' ? read : readingProblemOf(read)
  if (read.encoding !== undefined && bytes.length > textFileMax) return 'too_large'
  const text = read.text.toWellFormed()
  if (text.trim() === '' && read.unread !== undefined) return 'no_text'
  const { joinsParts = false, parts = null, shape = 'markdown', tables, unread = [] } = read
  const about = { shape, parts, joinsParts, ...(tables === undefined ? {} : { tables }) }
  // page lines and headings are equally long
  return { text: { text: shape === 'markdown' ? withPageHeadings(text) : text, ...about }, unread }
}

/** Returns why a file has no passages. */
export function readingProblemOf(problem: Exclude<FileProblem, 'empty'>): ReadingProblem {
  return problem === 'changed' ? 'unreadable' : problem
}

function markdown(text: string): ReadableText {
  return { text, shape: 'markdown', parts: null, joinsParts: false }
}

/** Returns a text with the page lines of a document as headings, so that a passage names its page. */
function withPageHeadings(text: string): string {
  return text.replaceAll(/^\[(Page \d+)\]$/gm, '# $1')
}
