import { z } from 'zod'
import { backupContentsSchema, backupSchema, backupStateSchema } from '../backup.ts'
import { passphraseMax, passphraseMin } from '../backup-limits.ts'
import { savedFileSchema } from '../image.ts'
import {
  removedCopySchema,
  storageCheckSchema,
  storageOrphansSchema,
  storagePlaceSchema,
  storageUsageSchema,
} from '../storage-usage.ts'
import { done, nothing } from './call-parts.ts'

const name = z.string().min(1).max(200)
const path = z.string().min(1).max(4096)
/** A passphrase typed to open an existing backup. */
const passphrase = z.string().min(1).max(passphraseMax).nullable()
const newPassphrase = z.string().min(passphraseMin).max(passphraseMax).nullable()

/** Calls for backups and the data folder. One task runs at a time; another is refused with `busy`. */
export const backupCalls = {
  'backups.list': { input: nothing, output: backupStateSchema },
  /** Makes a backup now and answers once it is verified. Without a passphrase it is not encrypted. */
  'backups.make': { input: z.strictObject({ passphrase: newPassphrase }), output: backupSchema },
  /**
   * Opens a backup and checks every byte. `error` of the result names a fault; a wrong passphrase is refused with
   * `wrong_passphrase`. Without a passphrase, the stored one is tried.
   */
  'backups.verify': { input: z.strictObject({ name, passphrase }), output: backupSchema },
  /** Counts now, counts after the restore, and how many files were missing when the backup was made. */
  'backups.preview': {
    input: z.strictObject({ name, passphrase }),
    output: z
      .object({
        now: backupContentsSchema,
        after: backupContentsSchema,
        /** ms since 1970. */
        madeAt: z.number(),
        missing: z.number().int(),
      })
      .readonly(),
  },
  /**
   * Checks the backup, backs up the present state, restores and restarts the app. Changes nothing if any step fails.
   */
  'backups.restore': { input: z.strictObject({ name, passphrase }), output: done },
  'backups.remove': { input: z.strictObject({ name }), output: done },
  /** Copies a backup file from elsewhere into the folder, unchecked. */
  'backups.add': {
    input: z.strictObject({ token: z.string().max(100), name: z.string().max(1000) }),
    output: backupSchema,
  },
  /** Saves a copy of a backup elsewhere. */
  'backups.save': { input: z.strictObject({ name }), output: savedFileSchema },
  /** Cancels the running task; nothing incomplete remains. */
  'backups.cancel': { input: nothing, output: done },
  /**
   * Stores the passphrase of automatic backups in the keychain; null removes it, and they are no longer encrypted. The
   * passphrase is never returned.
   */
  'backups.setPassphrase': { input: z.strictObject({ passphrase: newPassphrase }), output: backupStateSchema },

  'storage.usage': { input: nothing, output: storageUsageSchema },
  /** Finds library files that the database does not list. */
  'storage.orphans': { input: nothing, output: storageOrphansSchema },
  /** Deletes those files and returns them. */
  'storage.removeOrphans': { input: nothing, output: storageOrphansSchema },
  /** Reads the whole database and every file of the library. */
  'storage.check': { input: nothing, output: storageCheckSchema },
  /** Location of the data folder, and the old copy that a move left. */
  'storage.place': { input: nothing, output: storagePlaceSchema },
  /**
   * Lets the person choose a folder in the system's dialog; null when they cancel. `page`: this shell has no dialog, so
   * the page asks for a path.
   */
  'storage.chooseFolder': {
    input: nothing,
    output: z.discriminatedUnion('by', [
      z.object({ by: z.literal('main'), folder: z.string().nullable() }),
      z.object({ by: z.literal('page') }),
    ]),
  },
  /**
   * Checks whether the data can be moved to a folder; changes nothing. Refuses with a code `target_…` or
   * `move_not_offered`.
   */
  'storage.checkMove': { input: z.strictObject({ folder: path }), output: done },
  /**
   * Copies the data to a folder, waits until no job runs, and restarts the app there. The old folder stays in use until
   * that start has verified all data. `backups.cancel` cancels it. Refuses as `storage.checkMove` does.
   */
  'storage.move': { input: z.strictObject({ folder: path }), output: done },
  /** Deletes the copy in the old folder once the new one is verified. Refuses with `copy_not_whole` when it is not. */
  'storage.removeOld': { input: nothing, output: removedCopySchema },
  /** Keeps the old copy and ends the reminder. */
  'storage.keepOld': { input: nothing, output: done },
} as const

/** Events about backups. */
export const backupEvents = {
  'backups.changed': backupStateSchema,
} as const
