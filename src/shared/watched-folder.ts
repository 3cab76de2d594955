import { z } from 'zod'
import { moneySchema } from './spending.ts'
import { transcriptionRequestSchema } from './transcript.ts'

/** Maximum number of waiting recordings that pages receive. */
export const watchedShownMax = 200

/**
 * Why a recording waits.
 * - `press`: automatic sending is off, or was off when the recording came
 * - `next`: it is sent automatically in a moment
 * - `paused`: the queues are paused
 * - `no_price`, `other_currency`, `no_length`: its price is not known, or not in the budget's currency
 * - `over_budget`: it costs more than the budget of a whole day
 * - `today`: it costs more than is left of today's budget; `app_budget`: the same of the budget for everything
 * - `changed`: its file changed after it was sent, or was in the folder when that was chosen
 * - `perhaps_earlier`: a file of the same size was in the folder when that was chosen, and is gone
 * - `transcribed`: Atelier has transcribed the same recording before
 * - `failed`: it could not be copied
 * - `no_connection`: the connection for automatic sending is gone
 */
export const waitReasons = [
  ...(['press', 'next', 'paused', 'no_price', 'other_currency', 'no_length', 'over_budget', 'today'] as const),
  ...(['app_budget', 'changed', 'perhaps_earlier', 'transcribed', 'failed', 'no_connection'] as const),
] as const
export type WaitReason = (typeof waitReasons)[number]

export const waitingFileSchema = z
  .object({
    id: z.string(),
    /** Path in the folder, with forward slashes. */
    name: z.string(),
    bytes: z.number(),
    /** Length in ms by its header; null if unknown. */
    duration: z.number().nullable(),
    reason: z.enum(waitReasons),
  })
  .readonly()
/** A recording of the watched folder that waits to be sent. */
export type WaitingFile = z.infer<typeof waitingFileSchema>

/** The request of automatic sending, and the most that it may cost in a day. */
export const automaticSendingSchema = z
  .strictObject({ request: transcriptionRequestSchema, budget: moneySchema })
  .readonly()
export type AutomaticSending = z.infer<typeof automaticSendingSchema>

export const watchedFolderSchema = z
  .object({
    path: z.string(),
    /** False while the folder cannot be read; null before the first look. */
    isHere: z.boolean().nullable(),
    /** True if it has more recordings than are looked at. */
    isCut: z.boolean(),
    automatic: automaticSendingSchema.nullable(),
    /** Spent automatically since midnight, including what may have been charged, in 10⁻⁹ of the budget's currency. */
    spentNano: z.number().int(),
    /** The first waiting recordings, oldest first. */
    waiting: z.array(waitingFileSchema).max(watchedShownMax).readonly(),
    waitingTotal: z.number().int(),
    /** Number of recordings in the queue that rest because of the budget. */
    held: z.number().int(),
    /** Number of recordings that came while Atelier was closed or the folder was gone, until the user has read it. */
    missed: z.number().int(),
  })
  .readonly()
/** The watched folder, as pages show it. */
export type WatchedFolder = z.infer<typeof watchedFolderSchema>
