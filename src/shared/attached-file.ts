import { z } from 'zod'
import { fileNameMax, fileProblems } from './attached-file-limits.ts'
import { mediaItemSchema } from './media.ts'
import { textEncodings } from './text-encodings.ts'
import { unreadPartsSchema } from './unread-parts.ts'

const fileId = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0).max(100_000_000)

export const attachedFileSchema = z
  .object({
    /** The original file in the library. */
    mediaId: fileId,
    /** Text of the file in the library, as it is sent. */
    textId: fileId,
    name: z.string().min(1).max(fileNameMax),
    /** Number of pages of the whole file; null if it has no pages. */
    pages: count.nullable(),
    /** Length of the text that is sent, in UTF-16 units. */
    length: count,
    /** Estimated tokens of the text that is sent. */
    tokens: count,
    /** Length of the whole text if the user chose to send only its beginning; null if all is sent. */
    cutFrom: count.nullable(),
    /** How a plain text was decoded: guessed, or chosen by the user. Absent for other files, or if unknown. */
    encoding: z.enum(textEncodings).optional(),
    /** Content of the file that is not in its text; absent if there is none, or if unknown. */
    unread: unreadPartsSchema.optional(),
  })
  .readonly()
/** A file attached to a message as text. */
export type AttachedFile = z.infer<typeof attachedFileSchema>

export const fileReadingSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), file: attachedFileSchema }).readonly(),
  z.object({ state: z.literal('refused'), problem: z.enum(fileProblems) }).readonly(),
])
/** Outcome of reading a file. */
export type FileReading = z.infer<typeof fileReadingSchema>

export const pageDrawingSchema = z.discriminatedUnion('state', [
  z
    .object({
      state: z.literal('drawn'),
      /** One picture per page, in order. */
      pictures: z.array(mediaItemSchema).readonly(),
      /** Pages of the whole document. */
      pages: z.number().int(),
    })
    .readonly(),
  z.object({ state: z.literal('refused'), problem: z.enum(fileProblems) }).readonly(),
])
/** Pages of a PDF as pictures, or the reason why there are none. */
export type PageDrawing = z.infer<typeof pageDrawingSchema>
