import { z } from 'zod'
import { fileProblems } from '../../../shared/attached-file-limits.ts'

/** A file for the thread to read. */
export interface DocumentTask {
  readonly path: string
  /** Tells the kind of a text. */
  readonly name: string
}

export const documentAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** In UTF-8, so that main moves it to the disk without turning it into a string. */
    text: z.instanceof(Uint8Array<ArrayBuffer>),
    pages: z.number().int().nullable(),
    length: z.number().int(),
    tokens: z.number().int(),
  }),
  z.object({ state: z.literal('refused'), problem: z.enum(fileProblems) }),
])
/** Text of a file, or why there is none. */
export type DocumentAnswer = z.infer<typeof documentAnswerSchema>
