import { z } from 'zod'
import { appErrorSchema } from './errors.ts'

/** Something a person must be told that no action of theirs caused; shown until dismissed. */
export const noticeSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('database_set_aside'),
    why: z.enum(['damaged', 'newer']),
    /** The folder, inside the data folder, where the file now is. */
    folder: z.string(),
    /** The newest backup that opened and passed its check; null when there is none. */
    backup: z.object({ name: z.string(), madeAt: z.number() }).nullable(),
  }),
  z.object({ code: z.literal('backup_restored'), madeAt: z.number() }),
  /** The app did not start with a backup; what was before is in its place again. */
  z.object({ code: z.literal('restore_undone'), madeAt: z.number() }),
  z.object({ code: z.literal('data_moved'), folder: z.string() }),
  /** The data stay where they are. */
  z.object({ code: z.literal('move_failed'), error: appErrorSchema }),
  /** An exception that nothing caught; the app went on. */
  z.object({ code: z.literal('unexpected_fault') }),
])
export type Notice = z.infer<typeof noticeSchema>
