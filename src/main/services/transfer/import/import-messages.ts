import { z } from 'zod'
import { appErrorSchema } from '../../../../shared/error-schema.ts'
import { mediaItemSchema } from '../../../../shared/media.ts'
import { transferFormats } from '../../../../shared/transfer.ts'
import type { MediaEntry } from '../atelier-format.ts'
import type { Portable } from './portable-items.ts'

/** A task for the thread that reads imports, one import at a time. */
export type ImportTask =
  /** Opens the file and detects its format. The thread stores its files in the staging folder. */
  | {
      readonly kind: 'open'
      readonly path: string
      readonly name: string
      readonly dataFolder: string
      readonly now: number
    }
  /** Closes the file, so that another can be opened. */
  | { readonly kind: 'close' }
  /** Reads the next items. */
  | { readonly kind: 'next' }
  /** Writes a picture of the last `next` answer into the staging folder. */
  | { readonly kind: 'picture'; readonly ref: number }
  /** Writes a file of Atelier's own export into the staging folder. */
  | { readonly kind: 'media'; readonly entry: MediaEntry }

export const stagedFileSchema = mediaItemSchema.unwrap().extend({ path: z.string() })
/** A verified file of an import in the staging folder; the receiver moves or removes it. */
export type StagedFile = z.infer<typeof stagedFileSchema>

/** Result of a task. */
export const importAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), format: z.enum(transferFormats), jsonBytes: z.number() }),
  z.object({ kind: z.literal('closed') }),
  z.object({
    kind: z.literal('read'),
    items: z.array(z.custom<Portable>((value) => typeof value === 'object' && value !== null)),
    /** Bytes of JSON read so far, of the total. */
    bytes: z.number(),
    done: z.boolean(),
  }),
  z.object({ kind: z.literal('staged'), file: stagedFileSchema }),
  /** The file is missing, or does not match the import's description. */
  z.object({ kind: z.literal('unfit'), reason: z.enum(['media_missing', 'media_refused']) }),
  z.object({ kind: z.literal('refused'), error: appErrorSchema }),
  /** Another failure, with the disk's error code if it was one. */
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type ImportAnswer = z.infer<typeof importAnswerSchema>
