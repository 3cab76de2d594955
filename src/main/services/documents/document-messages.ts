import { z } from 'zod'
import { fileProblems } from '../../../shared/attached-file-limits.ts'
import { textEncodings } from '../../../shared/text-encodings.ts'
import type { Decoding } from './text-decoding.ts'

/** A file for the thread to read: its path, or its bytes. `name` tells the kind of a text. */
export type DocumentTask = (
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
) & {
  /** Opens a PDF that needs one. */
  readonly password?: string | null
  /** How a text is decoded. */
  readonly decoding?: Decoding
}

/** A page of a PDF for the thread to draw, counted from 1. */
export interface PageTask {
  readonly path: string
  readonly page: number
  readonly password: string | null
}

const refusedSchema = z.object({ state: z.literal('refused'), problem: z.enum(fileProblems) })
const bytesSchema = z.instanceof(Uint8Array<ArrayBuffer>)

export const documentAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** In UTF-8, so that main moves it to the disk without turning it into a string. */
    text: bytesSchema,
    pages: z.number().int().nullable(),
    length: z.number().int(),
    tokens: z.number().int(),
    encoding: z.enum(textEncodings).optional(),
  }),
  refusedSchema,
])
/** Text of a file, or why there is none. */
export type DocumentAnswer = z.infer<typeof documentAnswerSchema>

export const pageAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('drawn'),
    /** Red, green, blue and an unused byte for each pixel. */
    pixels: bytesSchema,
    width: z.number().int(),
    height: z.number().int(),
    /** Pages of the document. */
    pages: z.number().int(),
  }),
  refusedSchema,
])
/** A drawn page, or why there is none. */
export type PageAnswer = z.infer<typeof pageAnswerSchema>
