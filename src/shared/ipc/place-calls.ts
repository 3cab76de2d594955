import { z } from 'zod'
import { backupSchema } from '../backup.ts'
import { passphraseMax } from '../backup-limits.ts'
import { appErrorSchema } from '../error-schema.ts'
import { placeListSchema, placesStateSchema, placeTargetSchema } from '../places.ts'
import { placeNameMax, placeSecretMax } from '../places-limits.ts'
import { done, newId, nothing } from './call-parts.ts'

/** Ids name folders, so only UUIDs are allowed. */
const id = newId

/** Password or secret key; null keeps the stored one, as long as the server stays the same. */
const secret = z.string().min(1).max(placeSecretMax).nullable()
const placed = {
  id,
  computer: z.string().regex(/^[0-9a-f]{16}$/),
  name: z.string().min(1).max(200),
}
/** The passphrase; null uses that of automatic backups. */
const passphrase = z.string().min(1).max(passphraseMax).nullable()

/** Calls for backup destinations other than the local folder. */
export const placeCalls = {
  'places.list': { input: nothing, output: placesStateSchema },
  /** Adds or changes a destination. The password is stored in the keychain and never returned. */
  'places.save': {
    input: z.strictObject({
      id,
      name: z.string().trim().min(1).max(placeNameMax),
      target: placeTargetSchema,
      secret,
    }),
    output: placesStateSchema,
  },
  /** Lists the destination, and writes, reads and removes a small file. Returns the error; null if there is none. */
  'places.test': {
    input: z.strictObject({ id, target: placeTargetSchema, secret }),
    output: z.object({ error: appErrorSchema.nullable() }),
  },
  /** Removes a destination and its password from Atelier. Files stored there stay. */
  'places.forget': { input: z.strictObject({ id }), output: placesStateSchema },
  'places.setAutomatic': { input: z.strictObject({ id, automatic: z.boolean() }), output: placesStateSchema },
  /** Starts or resumes uploading; the result is in the state. */
  'places.send': { input: z.strictObject({ id }), output: placesStateSchema },
  /** Stops uploading until `places.send`; uploaded data stays. */
  'places.pause': { input: z.strictObject({ id }), output: placesStateSchema },
  /** Cancels the running task of a destination. Discards a partly uploaded backup. */
  'places.cancel': { input: z.strictObject({ id }), output: placesStateSchema },
  /** Returns the backups at a destination, from every computer. */
  'places.backups': { input: z.strictObject({ id }), output: placeListSchema },
  /** Downloads a backup into the local folder, where it can be restored. Resumes an earlier download. */
  'places.bring': { input: z.strictObject({ ...placed, passphrase }), output: backupSchema },
  /** Downloads a backup and checks every byte of it; nothing is kept. */
  'places.check': { input: z.strictObject({ ...placed, passphrase }), output: done },
  /** Removes a backup from a destination. Chunks that other backups use stay. */
  'places.removeBackup': { input: z.strictObject(placed), output: done },
} as const

/** Events about backup destinations. */
export const placeEvents = {
  'places.changed': placesStateSchema,
} as const

export const placeContract = { calls: placeCalls, events: placeEvents }
