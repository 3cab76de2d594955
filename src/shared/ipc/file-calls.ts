import { z } from 'zod'
import { attachedFileSchema, fileReadingSchema, pageDrawingSchema } from '../attached-file.ts'
import { filePasswordMax, fileSliceMax, filesMax } from '../attached-file-limits.ts'
import { picturesMax } from '../chat-limits.ts'
import { textEncodings } from '../text-encodings.ts'
import { done, id, mediaId } from './call-parts.ts'

const token = z.string().max(200)
/** Opens a PDF that needs a password. It is used only for this call and never stored. */
const password = z.string().min(1).max(filePasswordMax).optional()

/** The interface language, which decides between encodings that are nearly alike. */
const language = z.enum(['en', 'zh-CN']).optional()

/** Calls about files that are sent with messages as text. */
export const fileCalls = {
  /** Imports a file (a token of `bridge.importDropped`) into the library, and reads its text. */
  'files.read': { input: z.strictObject({ token, password, language }), output: fileReadingSchema },
  /**
   * Reads an earlier chat as a file: the newest turns of its shown branch that fit, each whole. `taken` of its `total`
   * messages are in the text. Refuses with `not_found` for a temporary chat.
   */
  'files.readChat': {
    // not `conversationId`, which would go to the temporary chats
    input: z.strictObject({ sourceId: id }),
    output: z.object({ reading: fileReadingSchema, taken: z.number().int(), total: z.number().int() }).readonly(),
  },
  /**
   * Draws pages of an imported PDF, counted from 1, and imports the pictures into the library. Pages beyond the last
   * one are left out.
   */
  'files.drawPages': {
    input: z.strictObject({
      token,
      password,
      from: z.number().int().min(1).max(1_000_000),
      count: z.number().int().min(1).max(picturesMax),
    }),
    output: pageDrawingSchema,
  },
  /** Returns a part of a file's text as it is sent. */
  'files.text': {
    input: z.strictObject({
      textId: mediaId,
      /** Offset in UTF-16 units. */
      from: z.number().int().min(0),
      length: z.number().int().min(1).max(fileSliceMax),
    }),
    output: z.object({ text: z.string(), length: z.number().int() }).readonly(),
  },
  /** Returns the same file with only the beginning of its text, up to the limit, ending with a page or a line. */
  'files.cut': { input: z.strictObject({ file: attachedFileSchema }), output: attachedFileSchema },
  /** Decodes the original of a plain text again, with the user's chosen encoding. */
  'files.decode': {
    input: z.strictObject({ file: attachedFileSchema, encoding: z.enum(textEncodings) }),
    output: attachedFileSchema,
  },
  /** Stores the unsent files of a composer; a null id means a new conversation. */
  'files.saveDraft': {
    input: z.strictObject({ conversationId: id.nullable(), files: z.array(attachedFileSchema).max(filesMax) }),
    output: done,
  },
  /** Returns the unsent files of a composer; missing ones are left out. */
  'files.draft': {
    input: z.strictObject({ conversationId: id.nullable() }),
    output: z.array(attachedFileSchema).readonly(),
  },
} as const

export const fileContract = { calls: fileCalls, events: {} }
