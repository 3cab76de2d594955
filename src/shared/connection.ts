import { z } from 'zod'
import { type BaseUrl, readBaseUrl } from './base-url.ts'
import { endpointChoices } from './endpoint.ts'
import { appErrorSchema } from './error-schema.ts'
import { appError } from './errors.ts'
import { firstPictureWays, isFirstPictureField } from './first-picture.ts'
import type { Result } from './ipc/result.ts'
import { pictureDeliveries } from './picture-delivery.ts'

/** Origin of a connection: saved by the user, the built-in demo, or environment variables. */
export const connectionKinds = ['gateway', 'demo', 'environment'] as const

export const endpointChoiceSchema = z.enum(endpointChoices)

/** How a connection takes the first picture of a video. */
export const firstPictureFieldSchema = z
  .object({
    field: z.string().refine(isFirstPictureField, 'not the name of a field'),
    way: z.enum(firstPictureWays),
  })
  .readonly()

export const keyStatusSchema = z
  .object({
    /**
     * Where the key is stored. `keychain`: in the operating system; `run`: in memory until the app quits; `none`: there
     * is no key.
     */
    kept: z.enum(['keychain', 'run', 'none']),
    /** The only part of a key that is ever shown; null for short keys and when there is none. */
    lastFour: z.string().max(4).nullable(),
  })
  .readonly()
export type KeyStatus = z.infer<typeof keyStatusSchema>

export const connectionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Base URL of the gateway, without an endpoint and a trailing slash. */
    baseUrl: z.string(),
    kind: z.enum(connectionKinds),
    key: keyStatusSchema,
    /** The user agreed to send key and messages unencrypted to this address. */
    allowInsecure: z.boolean(),
    createdAt: z.number(),
    /** Endpoint for chats; absent for chat completions. */
    endpoint: endpointChoiceSchema.optional(),
    /** How pictures arrive; absent leaves it to the gateway. */
    pictures: z.enum(pictureDeliveries).optional(),
    /** How it takes the first picture of a video; absent while that is off. */
    firstPicture: firstPictureFieldSchema.optional(),
  })
  .readonly()
/** One gateway address with one key. A key is bound to a model group, so a user may have several for one gateway. */
export type Connection = z.infer<typeof connectionSchema>

export const connectionListSchema = z
  .object({
    connections: z.array(connectionSchema).readonly(),
    /** The connection for new conversations; null when there is none. */
    defaultId: z.string().nullable(),
    /** True if this computer has a keychain; `reason` is technical text for the details view. */
    keychain: z.object({ available: z.boolean(), reason: z.string().nullable() }).readonly(),
  })
  .readonly()
export type ConnectionList = z.infer<typeof connectionListSchema>

export const testReportSchema = z.union([
  z.object({
    outcome: z.literal('ok'),
    models: z.number().int(),
    /** Address where the gateway answered; absent if saving the tested address stores exactly that. */
    foundAt: z.string().optional(),
  }),
  z.object({ outcome: z.literal('failed'), error: appErrorSchema }),
])
export type TestReport = z.infer<typeof testReportSchema>

/**
 * Normalises a typed gateway address (`readBaseUrl`) to the likeliest base URL, without a request. Refuses with
 * `address_invalid`, `address_scheme`, `address_credentials`, or `address_insecure` (plain http to another computer
 * without `allowInsecure`).
 */
export function normaliseBaseUrl(typed: string, allowInsecure: boolean): Result<string> {
  const read = readAllowed(typed, allowInsecure)
  return read.ok ? { ok: true, value: read.value.likeliest } : read
}

/** Returns the candidate base URLs of a typed address, in the order to try them; refuses as `normaliseBaseUrl` does. */
export function placesOf(typed: string, allowInsecure: boolean): Result<ReadBaseUrl['places']> {
  const read = readAllowed(typed, allowInsecure)
  return read.ok ? { ok: true, value: read.value.places } : read
}

type ReadBaseUrl = Extract<BaseUrl, { readonly ok: true }>

function readAllowed(typed: string, allowInsecure: boolean): Result<ReadBaseUrl> {
  const read = readBaseUrl(typed)
  if (!read.ok) return { ok: false, error: appError(read.problem, read.detail || undefined) }
  if (read.isUnencrypted && !allowInsecure)
    return { ok: false, error: appError('address_insecure', `http to ${new URL(read.value).hostname}`) }
  return { ok: true, value: read }
}
