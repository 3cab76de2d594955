/** The text of a document. */
export interface DocumentText {
  readonly text: string
  /** Null where the kind has no pages. */
  readonly pages: number | null
}
