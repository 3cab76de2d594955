import { z } from 'zod'
import { backupContentsSchema, backupSchema, backupStateSchema } from '../backup.ts'
import { passphraseMax, passphraseMin } from '../backup-limits.ts'
import { savedFileSchema } from '../image.ts'
import { storageCheckSchema, storageOrphansSchema, storageUsageSchema } from '../storage-usage.ts'
import { done, nothing } from './call-parts.ts'

const name = z.string().min(1).max(200)
/** A passphrase typed to open an existing backup. */
const passphrase = z.string().min(1).max(passphraseMax).nullable()
const newPassphrase = z.string().min(passphraseMin).max(passphraseMax).nullable()

/** Calls for backups and storage. One task runs at a time; another is refused with `busy`. */
export const backupCalls = {
  'backups.list': { input: nothing, output: backupStateSchema },
  /** Makes a backup now and answers once it is verified. Without a passphrase it is not encrypted. */
  'backups.make': { input: z.strictObject({ passphrase: newPassphrase }), output: backupSchema },
  /**
   * Opens a backup and checks every byte. `error` of the result names a fault; a wrong passphrase is refused with
   * `wrong_passphrase`. Without a passphrase, the stored one is tried.
   */
  'backups.verify': { input: z.strictObject({ name, passphrase }), output: backupSchema },
  /**
   * Returns the current counts, the counts after the restore, and the number of files that were missing when the backup
   * was made.
   */
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
   * Checks the backup, backs up the current state, restores and restarts the app. Changes nothing if any step fails.
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

  /** Replaces the database by a verified backup and restarts. The old database is set aside, never overwritten. */
  'app.restoreBackup': { input: z.strictObject({ name: z.string().max(200) }), output: done },

  'storage.usage': { input: nothing, output: storageUsageSchema },
  /** Finds library files that the database does not list. */
  'storage.orphans': { input: nothing, output: storageOrphansSchema },
  /** Deletes the library files that the database does not list, and returns them. */
  'storage.removeOrphans': { input: nothing, output: storageOrphansSchema },
  /** Reads the whole database and every file of the library. */
  'storage.check': { input: nothing, output: storageCheckSchema },
} as const

/** Events about backups. */
export const backupEvents = {
  'backups.changed': backupStateSchema,
} as const

export const backupContract = { calls: backupCalls, events: backupEvents }
