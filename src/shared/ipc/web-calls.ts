import { z } from 'zod'
import { fileReadingSchema } from '../attached-file.ts'
import { retrievalSchema } from '../knowledge.ts'
import { searchReportSchema, searchSettingsSchema, searchStateSchema } from '../web-search.ts'
import { pageAddressMax, searchKeyMax } from '../web-search-limits.ts'
import { searchQueryMax } from '../web-tool-ids.ts'
import { id, nothing } from './call-parts.ts'

/** The key of the chosen service; empty deletes the stored one, absent keeps it. */
const key = z.string().max(searchKeyMax).optional()

/** Calls about the web: the search service, searches for a message, and pages. */
export const webCalls = {
  'web.get': { input: nothing, output: searchStateSchema },
  /**
   * Stores the settings, and the key of the chosen service. A key is bound to the address that it was entered for.
   * Refuses with `address_invalid`, `address_scheme`, `address_credentials` and `address_insecure`.
   */
  'web.save': { input: z.strictObject({ settings: searchSettingsSchema, key }), output: searchStateSchema },
  /** Searches once with these settings, and stores nothing. It costs as much as any search. */
  'web.test': { input: z.strictObject({ settings: searchSettingsSchema, key }), output: searchReportSchema },
  /**
   * Searches the web for a message. Returns passages for `chat.send`. The same search within some minutes is answered
   * from memory, unless the user wants it `again`. Never retries automatically.
   */
  'web.find': {
    input: z.strictObject({ text: z.string().max(searchQueryMax), conversationId: id, again: z.boolean() }),
    output: retrievalSchema,
  },
  /** Reads a page as a file for the composer. Only public addresses are read. Refuses with `link_refused`. */
  'web.read': { input: z.strictObject({ url: z.string().min(1).max(pageAddressMax) }), output: fileReadingSchema },
} as const

export const webContract = { calls: webCalls, events: {} as const }
