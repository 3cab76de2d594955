/** A piece of a line in one colour; an empty colour is the text's own. */
export interface CodeToken {
  readonly text: string
  readonly color: string
}
export type CodeLine = readonly CodeToken[]

/** From the page to the worker: lines to colour, in order, or the end of a block. */
export type ColouringRequest =
  | { readonly block: number; readonly language: string; readonly lines: readonly string[] }
  | { readonly block: number; readonly close: true }

/** From the worker to the page: the next lines of a block, coloured. */
export interface ColouringAnswer {
  readonly block: number
  readonly lines: readonly CodeLine[]
  /** Whether these are the last lines of a request. */
  readonly done: boolean
}
