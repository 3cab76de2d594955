import { z } from 'zod'
import { historyKeySchema } from '../history.ts'
import { savedFileSchema } from '../image.ts'
import { exportReportSchema, importReportSchema, inspectionSchema, transferStateSchema } from '../transfer.ts'
import { done, nothing } from './call-parts.ts'

const token = z.string().min(1).max(200)

/** Calls to export all data and to import it. One task runs at a time; another is refused with `busy`. */
export const transferCalls = {
  'transfer.state': { input: nothing, output: transferStateSchema },
  /** Exports these items into one ZIP and hands it to the person. Null exports everything that is not in the bin. */
  'transfer.export': {
    input: z.strictObject({ keys: z.array(historyKeySchema).min(1).max(100_000).nullable() }),
    output: z.object({ saved: savedFileSchema, report: exportReportSchema }).readonly(),
  },
  /**
   * Reads a whole file and reports what it holds. Changes nothing; the token stays valid. Refused with `not_importable`
   * for an unknown format, `import_damaged` for content that contradicts itself, `import_not_read` for too much time,
   * memory or space, `import_encrypted` for a ZIP with a password, `import_raw_copy` for a copy of another program's
   * databases.
   */
  'transfer.inspect': { input: z.strictObject({ token }), output: inspectionSchema },
  /**
   * Imports the items that are not here yet: all or nothing. Refuses as `transfer.inspect` does, or with a disk error.
   * `import_unshown`: all was imported, but some items appear only after the next start.
   */
  'transfer.import': { input: z.strictObject({ token }), output: importReportSchema },
  /** Cancels the running task; nothing incomplete remains. */
  'transfer.cancel': { input: nothing, output: done },
} as const

/** Events about exports and imports. */
export const transferEvents = {
  'transfer.changed': transferStateSchema,
  /** An import finished: every list may have grown. */
  'transfer.imported': nothing,
} as const

export const transferContract = { calls: transferCalls, events: transferEvents }
