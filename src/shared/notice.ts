import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'

/** A message that was not caused by a user action; shown until dismissed. */
export const noticeSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('database_set_aside'),
    why: z.enum(['damaged', 'newer']),
    /** The folder inside the data folder that now holds the file. */
    folder: z.string(),
    /** The newest backup that passed its check; null when there is none. */
    backup: z.object({ name: z.string(), madeAt: z.number() }).nullable(),
  }),
  z.object({ code: z.literal('backup_restored'), madeAt: z.number() }),
  /** The app did not start with a restored backup; the earlier data was put back. */
  z.object({ code: z.literal('restore_undone'), madeAt: z.number() }),
  z.object({ code: z.literal('data_moved'), folder: z.string() }),
  /** Relocation failed; the data stays in its folder. */
  z.object({ code: z.literal('move_failed'), error: appErrorSchema }),
  /** The chosen proxy settings cannot be applied: requests are refused until others are chosen. */
  z.object({ code: z.literal('proxy_unset') }),
  /**
   * The keychain did not return the proxy's password: requests are refused until it does, or other settings are chosen.
   */
  z.object({ code: z.literal('proxy_locked') }),
  /** The list of backup destinations could not be read. `file`: its new name in the backup folder. */
  z.object({ code: z.literal('places_set_aside'), file: z.string() }),
  /** An uncaught exception; the app kept running. */
  z.object({ code: z.literal('unexpected_fault') }),
])
export type Notice = z.infer<typeof noticeSchema>
