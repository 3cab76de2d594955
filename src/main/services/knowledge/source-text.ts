import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import type { ReadingProblem } from '../../../shared/knowledge.ts'
import type { ReadableText } from '../../../shared/passages/chunker.ts'
import { fileText, isDocumentName } from '../documents/file-text.ts'
import type { DocumentReader } from '../documents/index.ts'

/** The text of a file for passages, or why there is none. Documents are read in their thread. */
export async function sourceText(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  documents: Pick<DocumentReader, 'read'>,
  signal: AbortSignal,
): Promise<ReadableText | ReadingProblem> {
  if (!isDocumentName(name)) return fileText(name, bytes)
  const answer = await documents.read({ name, bytes }, signal)
  if (answer.state === 'refused') return answer.problem === 'empty' ? readable('') : readingProblemOf(answer.problem)
  return readable(withPageHeadings(new TextDecoder().decode(answer.text)))
}

/** Why a document has no passages. */
export function readingProblemOf(problem: Exclude<FileProblem, 'empty'>): ReadingProblem {
  return problem === 'changed' ? 'unreadable' : problem
}

function readable(text: string): ReadableText {
  return { text, shape: 'markdown', parts: null, joinsParts: false }
}

/** The page lines of a document as headings, so that a passage names its page. */
function withPageHeadings(text: string): string {
  return text.replaceAll(/^\[(Page \d+)\]$/gm, '# $1')
}
