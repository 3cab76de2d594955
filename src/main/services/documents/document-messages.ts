import { z } from 'zod'
import { fileProblems } from '../../../shared/attached-file-limits.ts'
import { readingProblems } from '../../../shared/knowledge.ts'
import { textEncodings } from '../../../shared/text-encodings.ts'
import { unreadPartsSchema } from '../../../shared/unread-parts.ts'
import type { Decoding } from './text-decoding.ts'

/** A file by its path or its bytes. `name` gives the kind of a text. */
type GivenFile = { readonly name: string } & ({ readonly path: string } | { readonly bytes: Uint8Array<ArrayBuffer> })

/** A file for the thread to read. */
export type DocumentTask = GivenFile & {
  /** Password of a PDF that needs one. */
  readonly password?: string | null
  /** Decoding of a text. */
  readonly decoding?: Decoding
}

/** A file of a collection: to be divided into passages, or only tested before it is added. */
export type PassagesTask = GivenFile & { readonly passages: 'divide' | 'try' }

/** A page of a PDF for the thread to draw, counted from 1. */
export interface PageTask {
  readonly path: string
  readonly page: number
  readonly password: string | null
}

/** A page of the web for the thread to read. `name` is the last part of its path. */
export interface ArticleTask {
  readonly article: Uint8Array<ArrayBuffer>
  /** Media type; empty if unknown. */
  readonly type: string
  readonly name: string
}

const refusedSchema = z.object({ state: z.literal('refused'), problem: z.enum(fileProblems) })
const bytesSchema = z.instanceof(Uint8Array<ArrayBuffer>)

export const documentAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** The text in UTF-8, so that main writes it to disk without creating a string. */
    text: bytesSchema,
    pages: z.number().int().nullable(),
    length: z.number().int(),
    tokens: z.number().int(),
    encoding: z.enum(textEncodings).optional(),
    unread: unreadPartsSchema,
  }),
  refusedSchema,
])
/** Text of a file, or the reason why there is none. */
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
/** A drawn page, or the reason why there is none. */
export type PageAnswer = z.infer<typeof pageAnswerSchema>

export const articleAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('article'),
    title: z.string(),
    /** The text in UTF-8. */
    text: bytesSchema,
    length: z.number().int(),
    tokens: z.number().int(),
  }),
  refusedSchema,
])
/** The readable text of a page, or why there is none. */
export type ArticleAnswer = z.infer<typeof articleAnswerSchema>

export const passagesAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('divided'),
    /** The text in UTF-8. */
    text: bytesSchema,
    /** Ranges of the text in UTF-16 units, in order. */
    passages: z.array(
      z.object({
        start: z.number().int(),
        end: z.number().int(),
        partId: z.string().nullable(),
        atMs: z.number().nullable(),
        headings: z.array(z.string()),
        tableHead: z.string().nullable(),
      }),
    ),
    unread: unreadPartsSchema,
  }),
  z.object({ state: z.literal('readable') }),
  z.object({ state: z.literal('refused'), problem: z.enum(readingProblems) }),
])
/** Passages of a file, or why there are none. A blank file has none and is not refused. */
export type PassagesAnswer = z.infer<typeof passagesAnswerSchema>
