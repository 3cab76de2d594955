import { z } from 'zod'
import { appErrorSchema } from './errors.ts'

const count = z.number().int().min(0)

/** What a backup, or the data folder, holds. */
export const backupContentsSchema = z
  .object({
    conversations: count,
    messages: count,
    images: count,
    transcripts: count,
    videos: count,
    /** Files of the library, and their bytes. */
    files: count,
    fileBytes: count,
    /** When something was last said or made, ms since 1970; null where nothing was. */
    newest: z.number().nullable(),
  })
  .readonly()
export type BackupContents = z.infer<typeof backupContentsSchema>

export const backupSchema = z
  .object({
    /** The file's name in the folder of backups. */
    name: z.string(),
    bytes: count,
    /** ms since 1970. */
    madeAt: z.number(),
    /** Made by the rule that the person set, by hand, before a restore, or come from elsewhere. */
    origin: z.enum(['automatic', 'by-hand', 'before-restore', 'elsewhere']),
    /** Whether it is under a passphrase. */
    sealed: z.boolean(),
    /** Time of its last successful verification, ms since 1970; null if it was never verified or has changed since. */
    verifiedAt: z.number().nullable(),
    /** Null where nobody has looked yet. */
    contents: backupContentsSchema.nullable(),
    /** What the last check found wrong. */
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
] as const

export const backupWorkSchema = z
  .object({
    kind: z.enum(['make', 'verify', 'restore', 'move']),
    /** The backup's name; null while it has none yet. */
    name: z.string().nullable(),
    step: z.enum(workSteps),
    /** 0 to 1; null where nobody can say. */
    progress: z.number().min(0).max(1).nullable(),
  })
  .readonly()
/** What is being done with backups, or with the whole data folder, at the moment; one thing at a time. */
export type BackupWork = z.infer<typeof backupWorkSchema>

/** What the pages know of the backups. */
export const backupStateSchema = z
  .object({
    /** Newest first. */
    backups: z.array(backupSchema).readonly(),
    work: backupWorkSchema.nullable(),
    /** When the next automatic one is due, ms since 1970; null where they are off. */
    nextAt: z.number().nullable(),
    /**
     * Encryption of automatic backups: with a passphrase in the keychain, or in memory for this run where there is no
     * keychain. `lost`: encryption is on but the passphrase is gone, so no backup is made until it is entered again.
     */
    sealing: z.enum(['off', 'kept', 'run', 'lost']),
    /** Why the last automatic one could not be made; null where it could. */
    failed: appErrorSchema.nullable(),
  })
  .readonly()
export type BackupState = z.infer<typeof backupStateSchema>
