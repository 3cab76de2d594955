import { z } from 'zod'
import { linkMaxBytes } from '../links/app-link.ts'
import { id, nothing } from './call-parts.ts'

const arrivalSchema = z.discriminatedUnion('kind', [
  /** An app link as received, read by `readAppLink`; null for one that is too long to be read. */
  z.object({ kind: z.literal('link'), text: z.string().max(linkMaxBytes).nullable() }).readonly(),
  /** A file to open; its path stays in main. */
  z.object({ kind: z.literal('file'), id: z.string(), name: z.string() }).readonly(),
])
/** An arrival from the system: a link clicked elsewhere, or a file opened with Atelier. */
export type Arrival = z.infer<typeof arrivalSchema>

/** Calls about links and files that arrive from the system (Electron). */
export const arrivalCalls = {
  /** Returns the arrivals, each only once, so that only one page asks about it. */
  'arrivals.take': { input: nothing, output: z.array(arrivalSchema).readonly() },
  /** Returns a token for a file that arrived, valid for ten minutes. Refuses with `not_found`. */
  'arrivals.file': { input: z.strictObject({ id }), output: z.object({ token: z.string() }).readonly() },
} as const

export const arrivalEvents = {
  /** Fires when something waits for `arrivals.take`. */
  'arrivals.waiting': nothing,
} as const

export const arrivalContract = { calls: arrivalCalls, events: arrivalEvents }
