import { z } from 'zod'
import { type BackupContents, type BackupWork, backupContentsSchema, workSteps } from '../../../shared/backup.ts'
import { appErrorSchema } from '../../../shared/error-schema.ts'
import {
  removedCopySchema,
  storageCheckSchema,
  storageOrphansSchema,
  storageUsageSchema,
} from '../../../shared/storage-usage.ts'
import type { FolderPair } from '../../folder-copies/folder-copy.ts'

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
  pack: z.object({ manifest: z.string() }),
  openPlaced: z.object({
    madeAt: z.number(),
    origin: z.enum(['automatic', 'by-hand']).optional(),
    contents: backupContentsSchema.nullable(),
    bytes: z.number(),
  }),
  unpack: z.null(),
} as const
export type TaskKind = keyof typeof taskResults
export type TaskResult<K extends TaskKind> = z.infer<(typeof taskResults)[K]>

interface Opening {
  readonly dataFolder: string
  /** Path of the backup file. */
  readonly path: string
  readonly passphrase: string | null
  /** The task's own folder; it exists, and is removed after the task. */
  readonly work: string
}

/** Tasks of the backup thread; it runs one and ends. */
export interface Tasks {
  readonly make: Opening & {
    /** Version of the app. */
    readonly app: string
    /** ms since 1970. */
    readonly madeAt: number
    /** The user's settings as JSON. */
    readonly settings: string
  }
  readonly verify: Opening
  readonly preview: Opening
  /** Writes the backup's media and database (as `copy`) into the data folder. */
  readonly restore: Opening & {
    readonly copy: string
    /** Hashes of the manifests of backups made in this data folder; only these are the user's own. */
    readonly ownManifests?: readonly string[]
  }
  readonly usage: { readonly dataFolder: string }
  readonly orphans: { readonly dataFolder: string }
  readonly removeOrphans: { readonly dataFolder: string }
  readonly check: { readonly dataFolder: string }
  /** Computes how many bytes a relocation would copy. */
  readonly measure: { readonly dataFolder: string }
  /** Copies files that no longer change into another folder. */
  readonly copyAhead: FolderPair
  /** Deletes the copied files from the old folder. */
  readonly removeOldCopy: { readonly old: string; readonly now: string; readonly keepFolder: boolean }
  /** Turns a backup into packs and a manifest for a place. */
  readonly pack: Omit<Opening, 'dataFolder'> & {
    /** The folder that receives packs and manifest; cleared first. */
    readonly staging: string
    readonly placePassphrase: string
    /** Path of the newest manifest at the place, or null. */
    readonly previous: string | null
    /** Packs that are at the place already. */
    readonly present: readonly { readonly name: string; readonly bytes: number }[]
    /** ms since 1970. */
    readonly madeAt: number
    readonly origin: 'automatic' | 'by-hand'
    readonly contents: BackupContents | null
  }
  /** Opens a manifest of a place, and one of its packs. */
  readonly openPlaced: {
    readonly manifest: string
    readonly passphrase: string
    readonly work: string
    readonly pack: { readonly name: string; readonly path: string } | null
  }
  /** Joins fetched packs to a sealed backup file. */
  readonly unpack: {
    readonly manifest: string
    /** The folder of the packs. */
    readonly packs: string
    readonly passphrase: string
    readonly work: string
    readonly to: string
  }
}
export type Task = { readonly [K in TaskKind]: { readonly kind: K } & Tasks[K] }[TaskKind]

/** Progress of a task. */
export interface TaskStep {
  readonly step: BackupWork['step']
  /** Progress from 0 to 1; null when unknown. */
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
