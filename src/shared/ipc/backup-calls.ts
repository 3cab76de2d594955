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
/** One that is typed to open what is there already. */
const passphrase = z.string().min(1).max(passphraseMax).nullable()
const newPassphrase = z.string().min(passphraseMin).max(passphraseMax).nullable()

/** What a page can ask of the backups and of the data folder. One thing is done at a time: others are refused with `busy`. */
export const backupCalls = {
  'backups.list': { input: nothing, output: backupStateSchema },
  /** Makes one now, and answers when it is proven. Without a passphrase it is not sealed. */
  'backups.make': { input: z.strictObject({ passphrase: newPassphrase }), output: backupSchema },
  /**
   * Opens one again and checks every byte. What is wrong with it is in its `error`; refused with `wrong_passphrase`
   * where it does not open. Without a passphrase, the one that is kept is tried.
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
  /** Copies a file from elsewhere in, unchecked. */
  'backups.add': {
    input: z.strictObject({ token: z.string().max(100), name: z.string().max(1000) }),
    output: backupSchema,
  },
  /** Saves a copy elsewhere. */
  'backups.save': { input: z.strictObject({ name }), output: savedFileSchema },
  /** Ends what is being done; nothing half made stays. */
  'backups.cancel': { input: nothing, output: done },
  /** Keeps the passphrase of automatic backups in the keychain, or, null, forgets it: they are not sealed then. It never comes back. */
  'backups.setPassphrase': { input: z.strictObject({ passphrase: newPassphrase }), output: backupStateSchema },

  'storage.usage': { input: nothing, output: storageUsageSchema },
  /** Finds files of the library that the database does not know. */
  'storage.orphans': { input: nothing, output: storageOrphansSchema },
  /** Removes them; gives what was removed. */
  'storage.removeOrphans': { input: nothing, output: storageOrphansSchema },
  /** Reads the whole database and every file of the library. */
  'storage.check': { input: nothing, output: storageCheckSchema },
  /** Location of the data folder, and the old copy that a move left. */
  'storage.place': { input: nothing, output: storagePlaceSchema },
  /** Has the person choose a folder in the system's own dialog: null where they do not. `page` where this shell has none, and a path is typed. */
  'storage.chooseFolder': {
    input: nothing,
    output: z.discriminatedUnion('by', [
      z.object({ by: z.literal('main'), folder: z.string().nullable() }),
      z.object({ by: z.literal('page') }),
    ]),
  },
  /** Whether the data can be moved there; changes nothing. Refused with one of the codes `target_…`, or `move_not_offered`. */
  'storage.checkMove': { input: z.strictObject({ folder: path }), output: done },
  /**
   * Copies the data there, waits until nothing is on its way, and starts the app anew in the new folder. Until that
   * start has all of it, the old folder stays in use. `backups.cancel` takes it back. Refused as `storage.checkMove` is.
   */
  'storage.move': { input: z.strictObject({ folder: path }), output: done },
  /** Deletes the copy in the folder that was left, once the new one is proven. Refused with `copy_not_whole` where it is not. */
  'storage.removeOld': { input: nothing, output: removedCopySchema },
  /** Leaves it, and says no more of it. */
  'storage.keepOld': { input: nothing, output: done },
} as const

/** What the backups tell the pages. */
export const backupEvents = {
  'backups.changed': backupStateSchema,
} as const
