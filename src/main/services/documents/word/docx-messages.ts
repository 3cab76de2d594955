import { z } from 'zod'

/** A part of a Word document, in order. */
export type DocxBlock =
  /** A text of one style; `plain` and `verbatim` keep their line breaks. */
  | {
      readonly kind: 'title' | 'heading' | 'facts' | 'label' | 'note' | 'plain' | 'verbatim' | 'markdown'
      readonly text: string
    }
  /** A PNG, JPEG, GIF or BMP: a file, or bytes. `lost` is shown instead if it cannot be read. */
  | { readonly kind: 'picture'; readonly content: string | Uint8Array; readonly lost: string }

/** Asks the thread to write a document into a new file. */
export interface DocxTask {
  readonly to: string
  readonly title: string
  readonly blocks: readonly DocxBlock[]
}

export const docxAnswerSchema = z.object({ written: z.boolean() }).readonly()
export type DocxAnswer = z.infer<typeof docxAnswerSchema>
