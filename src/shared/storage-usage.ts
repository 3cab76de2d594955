import { z } from 'zod'
import { historyKeySchema } from './history.ts'

const bytes = z.number().int().min(0)
const count = z.number().int().min(0)

/** What takes room in the data folder. */
export const storageKinds = [
  'chat',
  'images',
  'recordings',
  'videos',
  /** Files of the library that the database knows and nothing uses any more; they go by themselves after a week. */
  'unused',
  'database',
  'backups',
  /** Databases that were set aside, by a restore or as they were damaged. */
  'aside',
] as const
export type StorageKind = (typeof storageKinds)[number]

export const storageUsageSchema = z
  .object({
    kinds: z.array(z.object({ kind: z.enum(storageKinds), bytes, files: count }).readonly()).readonly(),
    /** What of the above is in the bin. */
    bin: z.object({ bytes, files: count }).readonly(),
    /** The largest files of the library, largest first. */
    biggest: z
      .array(
        z
          .object({
            id: z.string(),
            kind: z.enum(storageKinds),
            bytes,
            /** ms since 1970 */
            addedAt: z.number(),
            /** The item of the history that it belongs to; null for a file that belongs to none, such as one of a job. */
            item: z.object({ key: historyKeySchema, title: z.string(), inBin: z.boolean() }).readonly().nullable(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()
export type StorageUsage = z.infer<typeof storageUsageSchema>

export const storageOrphansSchema = z.object({ files: count, bytes }).readonly()
export type StorageOrphans = z.infer<typeof storageOrphansSchema>

export const storageCheckSchema = z
  .object({
    database: z.enum(['sound', 'damaged']),
    /** Files that were read. */
    files: count,
    /** Files that the database knows and that are not there. */
    missing: count,
    /** Files whose content is not what it was. */
    changed: count,
  })
  .readonly()
export type StorageCheck = z.infer<typeof storageCheckSchema>

/** What became of an old copy of the data: what was deleted, and how many files stay as they have changed since. */
export const removedCopySchema = z.object({ files: count, bytes, kept: count }).readonly()

/** Where the data are. */
export const storagePlaceSchema = z
  .object({
    folder: z.string(),
    /** Whether they can be moved: not where the folder was named for this run (`--data`). */
    movable: z.boolean(),
    /** The folder that they were moved from, with the copy that is still there; null where there is none. */
    left: z.object({ folder: z.string(), files: count, bytes }).readonly().nullable(),
  })
  .readonly()
export type StoragePlace = z.infer<typeof storagePlaceSchema>
