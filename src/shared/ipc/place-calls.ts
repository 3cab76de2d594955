import { z } from 'zod'
import { backupSchema } from '../backup.ts'
import { passphraseMax } from '../backup-limits.ts'
import { appErrorSchema } from '../error-schema.ts'
import { placeListSchema, placesStateSchema, placeTargetSchema } from '../places.ts'
import { placeNameMax, placeSecretMax } from '../places-limits.ts'
import { done, newId, nothing } from './call-parts.ts'

/** Ids name folders, so that nothing but a UUID may be one. */
const id = newId

/** Password or secret key; null keeps the stored one, as long as the server stays the same. */
const secret = z.string().min(1).max(placeSecretMax).nullable()
const placed = {
  id,
  computer: z.string().regex(/^[0-9a-f]{16}$/),
  name: z.string().min(1).max(200),
}
/** Null uses the passphrase of automatic backups. */
const passphrase = z.string().min(1).max(passphraseMax).nullable()

/** Calls for places of backups other than the local folder. */
export const placeCalls = {
  'places.list': { input: nothing, output: placesStateSchema },
  /** Adds or changes a place. The password goes into the keychain and is never returned. */
  'places.save': {
    input: z.strictObject({
      id,
      name: z.string().trim().min(1).max(placeNameMax),
      target: placeTargetSchema,
      secret,
    }),
    output: placesStateSchema,
  },
  /** Lists the place, and writes, reads and removes a small file. Answers what is wrong; null if nothing is. */
  'places.test': {
    input: z.strictObject({ id, target: placeTargetSchema, secret }),
    output: z.object({ error: appErrorSchema.nullable() }),
  },
  /** Forgets a place and its password. What is stored there stays. */
  'places.forget': { input: z.strictObject({ id }), output: placesStateSchema },
  'places.setAutomatic': { input: z.strictObject({ id, automatic: z.boolean() }), output: placesStateSchema },
  /** Starts sending, or goes on with it; the result is in the state. */
  'places.send': { input: z.strictObject({ id }), output: placesStateSchema },
  /** Stops sending until `places.send`; what has arrived stays. */
  'places.pause': { input: z.strictObject({ id }), output: placesStateSchema },
  /** Stops the work with a place. A backup that is partly sent is given up. */
  'places.cancel': { input: z.strictObject({ id }), output: placesStateSchema },
  /** The backups at a place, of every computer. */
  'places.backups': { input: z.strictObject({ id }), output: placeListSchema },
  /** Fetches a backup into the local folder, where it can be restored. Goes on where an earlier fetch ended. */
  'places.bring': { input: z.strictObject({ ...placed, passphrase }), output: backupSchema },
  /** Fetches a backup and checks every byte of it; nothing is kept. */
  'places.check': { input: z.strictObject({ ...placed, passphrase }), output: done },
  /** Removes a backup from a place. Pieces that other backups use stay. */
  'places.removeBackup': { input: z.strictObject(placed), output: done },
} as const

/** Events about places. */
export const placeEvents = {
  'places.changed': placesStateSchema,
} as const

export const placeContract = { calls: placeCalls, events: placeEvents }
