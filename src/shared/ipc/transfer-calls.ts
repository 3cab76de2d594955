import { z } from 'zod'
import { historyKeySchema } from '../history.ts'
import { savedFileSchema } from '../image.ts'
import { savedChatsMax, saveFormats, writtenMax } from '../saving-limits.ts'
import { exportReportSchema, importReportSchema, inspectionSchema, transferStateSchema } from '../transfer.ts'
import { done, id, newId, nothing } from './call-parts.ts'

const token = z.string().min(1).max(200)

/** Calls to export all data, to save chats, and to import. One task runs at a time; another is refused with `busy`. */
export const transferCalls = {
  'transfer.state': { input: nothing, output: transferStateSchema },
  /** Exports these items into one ZIP and saves it for the user. Null exports everything outside the bin. */
  'transfer.export': {
    input: z.strictObject({ keys: z.array(historyKeySchema).min(1).max(100_000).nullable() }),
    output: z.object({ saved: savedFileSchema, report: exportReportSchema }).readonly(),
  },
  /**
   * Reads a whole file and reports its content. Changes nothing; the token stays valid. Refuses with:
   * - `not_importable`: an unknown format
   * - `import_damaged`: contradictory content
   * - `import_not_read`: too much time, memory or space needed
   * - `import_encrypted`: a ZIP with a password
   * - `import_raw_copy`: a copy of another program's databases
   */
  'transfer.inspect': { input: z.strictObject({ token }), output: inspectionSchema },
  /**
   * Imports the items that do not exist here yet, all or nothing. Refuses as `transfer.inspect` does, or with a disk
   * error. `import_unshown`: all was imported, but some items appear only after the next start.
   */
  'transfer.import': { input: z.strictObject({ token }), output: importReportSchema },
  /**
   * Saves the shown branch of these chats in one format: one file, or a ZIP of several. The page that gets
   * `transfer.render` converts the Markdown to HTML. Refuses with `no_printer` if this computer cannot create a PDF.
   */
  'transfer.save': {
    input: z.strictObject({
      conversationIds: z.array(id).min(1).max(savedChatsMax),
      format: z.enum(saveFormats),
      thinking: z.boolean(),
    }),
    output: z
      .object({ saved: savedFileSchema, chats: z.number().int().min(0), missing: z.number().int().min(0) })
      .readonly(),
  },
  /**
   * Returns a range of the shown branch as well-formed HTML in a given theme, for a picture of it: from one message to
   * another and its answer. Refuses with `picture_too_long` beyond `picturedMessagesMax`.
   */
  'transfer.stretch': {
    input: z.strictObject({
      conversationId: id,
      fromId: id,
      toId: id,
      thinking: z.boolean(),
      theme: z.enum(['light', 'dark']),
    }),
    output: z.object({ title: z.string(), html: z.string() }).readonly(),
  },
  /** Saves a PNG drawn by the page, by the token of its file. Refuses anything else with `not_a_picture`. */
  'transfer.savePicture': {
    input: z.strictObject({ token, name: z.string().max(300) }),
    output: savedFileSchema,
  },
  /** Opens a file that was saved in this run, or its folder. Refuses with `not_found` if it is gone. */
  'transfer.openSaved': { input: z.strictObject({ token }), output: done },
  /** Passes the HTML of a text from `transfer.render`; null if the page could not convert it. */
  'transfer.rendered': {
    input: z.strictObject({ id: newId, html: z.string().max(writtenMax).nullable() }),
    output: done,
  },
  /** Cancels the running task; nothing incomplete remains. */
  'transfer.cancel': { input: nothing, output: done },
} as const

/** Events about exports and imports. */
export const transferEvents = {
  'transfer.changed': transferStateSchema,
  /** Asks the pages to convert a Markdown text to HTML. `prefix` begins every id in it. The first answer counts. */
  'transfer.render': z.object({ id: newId, prefix: z.string().max(40), text: z.string() }).readonly(),
  /** Fires when an import finished: every list may have grown. */
  'transfer.imported': nothing,
} as const

export const transferContract = { calls: transferCalls, events: transferEvents }
