import { z } from 'zod'
import { historyKeySchema } from '../history.ts'
import { savedFileSchema } from '../image.ts'
import { exportReportSchema, importReportSchema, inspectionSchema, transferStateSchema } from '../transfer.ts'
import { done, nothing } from './call-parts.ts'

const token = z.string().min(1).max(200)

/** What a page can ask for to take everything elsewhere, and to bring it in. One thing is done at a time: others are refused with `busy`. */
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
  /** Takes in what is not here yet: all of it or nothing. Refused as `transfer.inspect` is, or with what the disk refuses; `import_unshown` where it is all taken in and not all can be seen before the next start. */
  'transfer.import': { input: z.strictObject({ token }), output: importReportSchema },
  /** Ends what is being done; nothing half made stays. */
  'transfer.cancel': { input: nothing, output: done },
} as const

/** What the pages are told of it. */
export const transferEvents = {
  'transfer.changed': transferStateSchema,
  /** Something was taken in: every list may have grown. */
  'transfer.imported': nothing,
} as const
