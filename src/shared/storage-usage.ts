import { z } from 'zod'
import { historyKeySchema } from './history.ts'

const bytes = z.number().int().min(0)
const count = z.number().int().min(0)

/** Categories of storage use in the data folder. */
export const storageKinds = [
  'chat',
  'images',
  'recordings',
  'videos',
  /** Library files that the database lists but nothing uses; deleted automatically after a week. */
  'unused',
  'database',
  'backups',
  /** Databases set aside by a restore or because they were damaged. */
  'aside',
] as const
export type StorageKind = (typeof storageKinds)[number]

export const storageUsageSchema = z
  .object({
    kinds: z.array(z.object({ kind: z.enum(storageKinds), bytes, files: count }).readonly()).readonly(),
    /** The part of the categories above that is in the bin. */
    bin: z.object({ bytes, files: count }).readonly(),
    /** The largest files of the library, largest first. */
    biggest: z
      .array(
        z
          .object({
            id: z.string(),
            kind: z.enum(storageKinds),
            bytes,
            /** When the file was added, ms since 1970. */
            addedAt: z.number(),
            /** The history item of the file; null for a file without one, such as one of a job. */
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
    /** Number of files read. */
    files: count,
    /** Files in the database that are missing on disk. */
    missing: count,
    /** Files whose content does not match its hash. */
    changed: count,
  })
  .readonly()
export type StorageCheck = z.infer<typeof storageCheckSchema>

/** Result of deleting an old copy of the data; `kept` files stay because they changed after the move. */
export const removedCopySchema = z.object({ files: count, bytes, kept: count }).readonly()

/** Location of the data. */
export const storagePlaceSchema = z
  .object({
    folder: z.string(),
    /** True if the data can be moved; false when `--data` named the folder for this run. */
    movable: z.boolean(),
    /** The previous folder, when its copy still exists; else null. */
    left: z.object({ folder: z.string(), files: count, bytes }).readonly().nullable(),
  })
  .readonly()
export type StoragePlace = z.infer<typeof storagePlaceSchema>
