import type { TextEncoding } from '../../../shared/text-encodings.ts'

/** The text of a document. */
export interface DocumentText {
  readonly text: string
  /** Null where the kind has no pages. */
  readonly pages: number | null
  /** How a plain text was decoded; absent for other files. */
  readonly encoding?: TextEncoding
}
