/** A part of a line in one colour; '' is the colour of the text. */
export interface CodeToken {
  readonly text: string
  readonly color: string
}
export type CodeLine = readonly CodeToken[]

/** Message to the worker: lines to highlight in order, or the end of a block. */
export type ColouringRequest =
  | { readonly block: number; readonly language: string; readonly lines: readonly string[] }
  | { readonly block: number; readonly close: true }

/** Message from the worker: the next highlighted lines of a block. */
export interface ColouringAnswer {
  readonly block: number
  readonly lines: readonly CodeLine[]
  /** True if these are the last lines of the request. */
  readonly done: boolean
}
