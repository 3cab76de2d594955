import { z } from 'zod'
import { type BackupWork, backupContentsSchema, workSteps } from '../../../shared/backup.ts'
import { appErrorSchema } from '../../../shared/errors.ts'
import {
  removedCopySchema,
  storageCheckSchema,
  storageOrphansSchema,
  storageUsageSchema,
} from '../../../shared/storage-usage.ts'
import type { FolderPair } from '../relocation/folder-copy.ts'

/** Contents of an intact backup. */
const provenSchema = z.object({
  /** ms since 1970. */
  madeAt: z.number(),
  contents: backupContentsSchema,
  /** SHA-256 of its manifest. */
  manifest: z.string(),
})

/** Result of each kind of task. */
export const taskResults = {
  make: provenSchema,
  verify: provenSchema,
  preview: z.object({
    now: backupContentsSchema,
    after: backupContentsSchema,
    madeAt: z.number(),
    missing: z.number().int(),
  }),
  restore: z.object({ madeAt: z.number(), settings: z.string() }),
  usage: storageUsageSchema,
  orphans: storageOrphansSchema,
  removeOrphans: storageOrphansSchema,
  check: storageCheckSchema,
  measure: storageOrphansSchema,
  copyAhead: z.null(),
  removeOldCopy: removedCopySchema,
} as const
export type TaskKind = keyof typeof taskResults
export type TaskResult<K extends TaskKind> = z.infer<(typeof taskResults)[K]>

interface Opening {
  readonly dataFolder: string
  /** The backup's file. */
  readonly path: string
  readonly passphrase: string | null
  /** A folder that is the task's own; it exists, and is removed after the task. */
  readonly work: string
}

/** Tasks of the backup thread; it runs one and ends. */
export interface Tasks {
  readonly make: Opening & {
    /** The app's version. */
    readonly app: string
    /** ms since 1970. */
    readonly madeAt: number
    /** The person's settings as JSON. */
    readonly settings: string
  }
  readonly verify: Opening
  readonly preview: Opening
  /** Brings the media and the database, as `copy`, into the data folder. */
  readonly restore: Opening & {
    readonly copy: string
    /** The manifests of backups that were made in this data folder, by their hashes; none other is the person's own. */
    readonly ownManifests?: readonly string[]
  }
  readonly usage: { readonly dataFolder: string }
  readonly orphans: { readonly dataFolder: string }
  readonly removeOrphans: { readonly dataFolder: string }
  readonly check: { readonly dataFolder: string }
  /** How much a move would copy. */
  readonly measure: { readonly dataFolder: string }
  /** Copies what does not change any more into another folder. */
  readonly copyAhead: FolderPair
  /** Deletes what was copied from the folder that was left. */
  readonly removeOldCopy: { readonly old: string; readonly now: string; readonly keepFolder: boolean }
}
export type Task = { readonly [K in TaskKind]: { readonly kind: K } & Tasks[K] }[TaskKind]

/** How far a task is. */
export interface TaskStep {
  readonly step: BackupWork['step']
  /** 0 to 1; null where nobody can say. */
  readonly progress: number | null
}

/** Messages of the thread: progress, then the result. */
export const threadMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('step'),
    step: z.enum(workSteps),
    progress: z.number().nullable(),
  }),
  z.object({ type: z.literal('done'), value: z.unknown().optional() }),
  z.object({ type: z.literal('failed'), error: appErrorSchema }),
])
export type ThreadMessage = z.infer<typeof threadMessageSchema>
