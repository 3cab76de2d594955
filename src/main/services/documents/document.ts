import type { TextEncoding } from '../../../shared/text-encodings.ts'
import type { UnreadParts } from '../../../shared/unread-parts.ts'

/** The text of a document. */
export interface DocumentText {
  readonly text: string
  /** Null where the kind has no pages. */
  readonly pages: number | null
  /** How a plain text was decoded; absent for other files. */
  readonly encoding?: TextEncoding
  /** Content of the file that is not in the text; absent for none. */
  readonly unread?: UnreadParts
}
