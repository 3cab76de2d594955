import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import { placeAddressMax, placeNameMax, placePathMax, placeUserMax } from './places-limits.ts'

const address = z.string().min(1).max(placeAddressMax)
const server = {
  address,
  /** True if the user agreed to plain http to another computer. */
  allowInsecure: z.boolean(),
}

/** Location of a backup destination, without its password. */
export const placeTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), path: z.string().min(1).max(placePathMax) }).readonly(),
  z.strictObject({ kind: z.literal('webdav'), ...server, user: z.string().max(placeUserMax) }).readonly(),
  z
    .strictObject({
      kind: z.literal('s3'),
      ...server,
      region: z.string().min(1).max(placeUserMax),
      bucket: z.string().min(1).max(255),
      /** True if the bucket is in the path instead of the host name. */
      pathStyle: z.boolean(),
      keyId: z.string().min(1).max(placeUserMax),
    })
    .readonly(),
])
export type PlaceTarget = z.infer<typeof placeTargetSchema>
export type PlaceKind = PlaceTarget['kind']

export const placeSchema = z
  .object({
    id: z.string(),
    name: z.string().max(placeNameMax),
    target: placeTargetSchema,
    /** Where its password is stored. `none`: it needs none; `lost`: it must be entered again. */
    secret: z.enum(['keychain', 'run', 'none', 'lost']),
    /** True if every verified backup is uploaded there. */
    automatic: z.boolean(),
    paused: z.boolean(),
    /** The last backup that was uploaded and read back; times in ms since 1970. */
    last: z.object({ at: z.number(), madeAt: z.number(), bytes: z.number() }).readonly().nullable(),
    /** Why the last attempt failed; null after a success. */
    failed: z.object({ at: z.number(), error: appErrorSchema }).readonly().nullable(),
    /** Time of the next automatic attempt, ms since 1970. */
    retryAt: z.number().nullable(),
    /** True if a backup is partly uploaded. */
    unfinished: z.boolean(),
  })
  .readonly()
export type Place = z.infer<typeof placeSchema>

export const placeWorkKinds = ['send', 'bring', 'check', 'tidy'] as const
export const placeSteps = ['looking', 'packing', 'sending', 'fetching', 'checking', 'tidying'] as const

export const placeWorkSchema = z
  .object({
    placeId: z.string(),
    kind: z.enum(placeWorkKinds),
    step: z.enum(placeSteps),
    /** Progress from 0 to 1; null when unknown. */
    progress: z.number().min(0).max(1).nullable(),
  })
  .readonly()
/** The running task of a backup destination. Only one destination is used at a time. */
export type PlaceWork = z.infer<typeof placeWorkSchema>

export const placesStateSchema = z
  .object({ places: z.array(placeSchema).readonly(), work: placeWorkSchema.nullable() })
  .readonly()
export type PlacesState = z.infer<typeof placesStateSchema>

/** A backup at a destination, described by its name. */
export const placedBackupSchema = z
  .object({
    /** File name of its manifest. */
    name: z.string(),
    /** Id of the computer that uploaded it. */
    computer: z.string(),
    /** True if this computer uploaded it. */
    own: z.boolean(),
    /** ms since 1970. */
    madeAt: z.number(),
    origin: z.enum(['automatic', 'by-hand']),
    /** Size of the backup once downloaded, in bytes. */
    bytes: z.number(),
  })
  .readonly()
export type PlacedBackup = z.infer<typeof placedBackupSchema>

export const placeListSchema = z
  .object({
    /** The backups, newest first. */
    backups: z.array(placedBackupSchema).readonly(),
    /** True if some backups may be missing, because the destination's lists end silently at a limit. */
    cut: z.boolean(),
  })
  .readonly()
export type PlaceList = z.infer<typeof placeListSchema>
