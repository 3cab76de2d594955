import { appError } from '../../shared/errors.ts'
import type { Database } from './database.ts'

/**
 * Holds back, in a database that comes from a backup, what it has as not sent yet: it may have been since. Images and
 * videos become *unknown*, recordings pause; sending any of it again is the person's choice. `now` in ms since 1970.
 */
export function holdUnsent(database: Database, now: number): void {
  const error = JSON.stringify(appError('app_closed', 'it comes from a backup and may have been sent since'))
  database.durably(() => {
    database
      .prepare(
        `UPDATE image_jobs SET status = 'unknown', error = ?, retry_at = NULL, ended_at = ?
         WHERE status IN ('queued', 'waiting')`,
      )
      .run(error, now)
    database
      .prepare(
        `UPDATE video_jobs SET status = 'unknown', error = ?, retry_at = NULL, next_poll_at = NULL, ended_at = ?
         WHERE status = 'queued'`,
      )
      .run(error, now)
    database
      .prepare(
        `UPDATE transcription_jobs SET status = 'paused', retry_at = NULL
         WHERE status IN ('preparing', 'queued', 'waiting', 'sending')`,
      )
      .run()
  })
}
