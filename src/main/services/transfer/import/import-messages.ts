import { z } from 'zod'
import { appErrorSchema } from '../../../../shared/errors.ts'
import { mediaItemSchema } from '../../../../shared/media.ts'
import { transferFormats } from '../../../../shared/transfer.ts'
import type { MediaEntry } from '../atelier-format.ts'
import type { Portable } from './portable-items.ts'

/** One task for the thread that reads an import; it reads one import at a time. */
export type ImportTask =
  /** Opens the file and tells its format. Files of the thread's own go into the staging folder. */
  | {
      readonly kind: 'open'
      readonly path: string
      readonly name: string
      readonly dataFolder: string
      readonly now: number
    }
  /** Closes the file, so that another can be opened. */
  | { readonly kind: 'close' }
  /** Reads on. */
  | { readonly kind: 'next' }
  /** Writes a picture of what `next` gave last into the folder. */
  | { readonly kind: 'picture'; readonly ref: number }
  /** Writes a file of Atelier's own export into the folder. */
  | { readonly kind: 'media'; readonly entry: MediaEntry }

export const stagedFileSchema = mediaItemSchema.unwrap().extend({ path: z.string() })
/** A file of an import, checked, in the staging folder; whoever gets it moves or removes it. */
export type StagedFile = z.infer<typeof stagedFileSchema>

/** The answer to a task. */
export const importAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), format: z.enum(transferFormats), jsonBytes: z.number() }),
  z.object({ kind: z.literal('closed') }),
  z.object({
    kind: z.literal('read'),
    items: z.array(z.custom<Portable>((value) => typeof value === 'object' && value !== null)),
    /** Bytes of JSON read so far, of all. */
    bytes: z.number(),
    done: z.boolean(),
  }),
  z.object({ kind: z.literal('staged'), file: stagedFileSchema }),
  /** It is not there, or is not what it is said to be. */
  z.object({ kind: z.literal('unfit'), reason: z.enum(['media_missing', 'media_refused']) }),
  z.object({ kind: z.literal('refused'), error: appErrorSchema }),
  /** Something else went wrong, with the code of the disk's error if it was that. */
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type ImportAnswer = z.infer<typeof importAnswerSchema>
