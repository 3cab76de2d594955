import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'

/** A newer version as described in the feed, checked by main. */
const updateOfferSchema = z
  .object({
    version: z.string(),
    /** Plain text, bounded, in every language of the feed (`release-notes.ts`). */
    notes: z.string(),
    /** Size of the download; null when the feed does not say. */
    bytes: z.number().int().nullable(),
  })
  .readonly()
export type UpdateOffer = z.infer<typeof updateOfferSchema>

const updatePhaseSchema = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['idle', 'newest']) }).readonly(),
  /** `offer` is the result of an earlier check. */
  z.object({ is: z.literal('checking'), offer: updateOfferSchema.nullable() }).readonly(),
  z.object({ is: z.enum(['available', 'ready']), offer: updateOfferSchema }).readonly(),
  /** `share` is the downloaded fraction, from 0 to 1. */
  z.object({ is: z.literal('downloading'), offer: updateOfferSchema, share: z.number() }).readonly(),
  /** `of` is the step that failed. `offer` is null if no check has found an update. */
  z
    .object({
      is: z.literal('failed'),
      of: z.enum(['check', 'download']),
      offer: updateOfferSchema.nullable(),
      error: appErrorSchema,
    })
    .readonly(),
])
export type UpdatePhase = z.infer<typeof updatePhaseSchema>

export const updateStateSchema = z
  .object({
    /** How this copy gets updates: it installs them, only reports them, or is updated where it came from. */
    how: z.enum(['installs', 'tells', 'elsewhere']),
    /** Web page of the releases; null if none is known. */
    page: z.string().nullable(),
    phase: updatePhaseSchema,
    /** ms since 1970; null before the first check of this run. */
    checkedAt: z.number().nullable(),
    /** The older version that this copy can revert to; null for none. */
    previous: z.string().nullable(),
    /** The version that the user reverted from; null if this version is not the result of a revert. */
    wentBackFrom: z.string().nullable(),
  })
  .readonly()
export type UpdateState = z.infer<typeof updateStateSchema>
