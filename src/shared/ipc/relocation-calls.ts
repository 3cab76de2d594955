import { z } from 'zod'
import { removedCopySchema, storagePlaceSchema } from '../storage-usage.ts'
import { done, nothing } from './call-parts.ts'

const path = z.string().min(1).max(4096)

/** Calls about moving the data folder. */
export const relocationCalls = {
  /** Returns the location of the data folder, and the old copy that a move left. */
  'storage.place': { input: nothing, output: storagePlaceSchema },
  /**
   * Lets the user choose a folder in the system's dialog; null when they cancel. `page`: this shell has no dialog, so
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

export const relocationContract = { calls: relocationCalls, events: {} }
