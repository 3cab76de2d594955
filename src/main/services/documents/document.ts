import type { ReadableText } from '../../../shared/passages/chunker.ts'
import type { TextTable } from '../../../shared/passages/table-heads.ts'
import type { TextEncoding } from '../../../shared/text-encodings.ts'
import type { UnreadParts } from '../../../shared/unread-parts.ts'

/** The text of a document. */
export interface DocumentText {
  readonly text: string
  /** Number of pages; null if the kind of document has none. */
  readonly pages: number | null
  /** Tables that cannot be found in the text alone, such as those of a workbook. */
  readonly tables?: readonly TextTable[]
  /** How a plain text was decoded; absent for other files. */
  readonly encoding?: TextEncoding
  /** How a plain text is divided; absent for Markdown. */
  readonly shape?: ReadableText['shape']
  readonly parts?: ReadableText['parts']
  readonly joinsParts?: boolean
  /** Content of the file that is not in the text; absent if there is none. */
  readonly unread?: UnreadParts
}
