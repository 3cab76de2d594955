import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'

const count = z.number().int().min(0)

/** Contents of a backup or of the data folder. */
export const backupContentsSchema = z
  .object({
    conversations: count,
    messages: count,
    images: count,
    transcripts: count,
    videos: count,
    /** Number of library files, and their bytes. */
    files: count,
    fileBytes: count,
    /** Time of the newest content, ms since 1970; null when there is none. */
    newest: z.number().nullable(),
  })
  .readonly()
export type BackupContents = z.infer<typeof backupContentsSchema>

export const backupSchema = z
  .object({
    /** File name in the backup folder. */
    name: z.string(),
    bytes: count,
    /** ms since 1970. */
    madeAt: z.number(),
    /** Made on schedule, by hand, before a restore, or copied in from elsewhere. */
    origin: z.enum(['automatic', 'by-hand', 'before-restore', 'elsewhere']),
    /** True if a passphrase encrypts it. */
    sealed: z.boolean(),
    /** Time of its last successful verification, ms since 1970; null if it was never verified or has changed since. */
    verifiedAt: z.number().nullable(),
    /** Contents of the backup; null until it has been opened. */
    contents: backupContentsSchema.nullable(),
    /** The fault found by the last check. */
    error: appErrorSchema.nullable(),
  })
  .readonly()
export type Backup = z.infer<typeof backupSchema>

export const workSteps = [
  'copying',
  'writing',
  'sealing',
  'opening',
  'checking',
  'restoring',
  'moving',
  'waiting',
  'packing',
] as const

export const backupWorkSchema = z
  .object({
    kind: z.enum(['make', 'verify', 'restore', 'move']),
    /** Name of the backup; null until it has one. */
    name: z.string().nullable(),
    step: z.enum(workSteps),
    /** Progress from 0 to 1; null when unknown. */
    progress: z.number().min(0).max(1).nullable(),
  })
  .readonly()
/** The running task on backups or on the whole data folder. Only one runs at a time. */
export type BackupWork = z.infer<typeof backupWorkSchema>

/** The state of backups as pages see it. */
export const backupStateSchema = z
  .object({
    /** The backups, newest first. */
    backups: z.array(backupSchema).readonly(),
    work: backupWorkSchema.nullable(),
    /** When the next automatic backup is due, ms since 1970; null when they are off. */
    nextAt: z.number().nullable(),
    /**
     * Encryption of automatic backups: with a passphrase in the keychain, or in memory for this run where there is no
     * keychain. `lost`: encryption is on but the passphrase is gone, so no backup is made until it is entered again.
     */
    sealing: z.enum(['off', 'kept', 'run', 'lost']),
    /** Why the last automatic backup failed; null when it succeeded. */
    failed: appErrorSchema.nullable(),
  })
  .readonly()
export type BackupState = z.infer<typeof backupStateSchema>
