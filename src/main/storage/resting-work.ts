import { normaliseBaseUrl } from '../../shared/connection.ts'
import { appError, fail } from '../../shared/errors.ts'
import { imageJobStatuses } from '../../shared/image.ts'
import { mediaExtensions, otherType } from '../../shared/media-types.ts'
import { transcriptionStatuses } from '../../shared/transcript.ts'
import { videoStatuses } from '../../shared/video.ts'
import { activeStatuses } from './active-statuses.ts'
import type { Database } from './database.ts'
import { titlesChoice } from './preferences.ts'
import { Recipes } from './recipes.ts'
import { ToolCalls } from './tool-calls.ts'
import { TranscriptNotes } from './transcript-notes.ts'

/** Preference: ids of unconfirmed connections from a foreign backup, as JSON. */
export const unconfirmedConnections = 'unconfirmed-connections'

/**
 * Suspends all running work in a database from a backup, because it may have been sent or fetched since. Images and
 * videos become `unknown`, unsaved pictures can be fetched again, recordings pause; the user decides how to continue.
 * Files of unknown types get `otherType`.
 * `now` is in ms since 1970. Call it within a transaction.
 */
export function restWork(database: Database, now: number): void {
  const error = JSON.stringify(appError('app_closed', 'it comes from a backup and may have been sent since'))
  database.prepare("UPDATE image_pieces SET state = 'failed', error = ? WHERE state = 'pending'").run(error)
  database
    .prepare(
      `UPDATE image_jobs SET status = iif(status = 'saving', 'failed', 'unknown'), error = ?, retry_at = NULL, ended_at = ?
       WHERE status IN ${activeStatuses(imageJobStatuses)}`,
    )
    .run(error, now)
  database
    .prepare(
      `UPDATE video_jobs SET status = 'unknown', error = ?, retry_at = NULL, next_poll_at = NULL, ended_at = ?
       WHERE status IN ${activeStatuses(videoStatuses)}`,
    )
    .run(error, now)
  database
    .prepare(
      `UPDATE transcription_jobs SET status = 'paused', retry_at = NULL
       WHERE status IN ${activeStatuses(transcriptionStatuses)}`,
    )
    .run()
  // recordings may have been sent since, which the backup does not know
  database.execute('UPDATE watched_folders SET is_automatic = 0')
  new TranscriptNotes(database).lose(appError('app_closed', 'it comes from a backup and may have been sent since'))
  new Recipes(database).restRuns(appError('app_closed', 'it comes from a backup and may have been sent since'))
  new ToolCalls(database).recoverCalls(now)
  // processes of an earlier time, perhaps on another computer
  database.execute('DELETE FROM mcp_processes')
  database
    .prepare('UPDATE media SET mime = ? WHERE mime NOT IN (SELECT value FROM json_each(?))')
    .run(otherType, JSON.stringify(Object.keys(mediaExtensions)))
}

/**
 * Disarms a foreign database. Its chats count as texts of others, referenced files must be chosen again, and gateway
 * addresses are not trusted. MCP servers are off, under new ids that match no secret in this computer's keychain.
 * A connection is trusted if it is among `known` (`id address`). Call it within a transaction.
 */
export function distrustWork(database: Database, known: readonly string[]): void {
  // an empty path still marks the file as outside the library
  database.execute("UPDATE media SET referred_path = '', referred_at = 0 WHERE referred_path IS NOT NULL")
  database.execute('UPDATE image_jobs SET gateway_url = NULL')
  database.execute('UPDATE video_jobs SET gateway_url = NULL')
  database.execute('DELETE FROM tool_rules')
  // its own statements about the origin of its texts are not trusted
  database.execute('UPDATE conversations SET untrusted = 1')
  database.execute('UPDATE tool_calls SET untrusted = 1')
  // a folder path of another computer may mean any folder here
  database.execute("UPDATE knowledge_sources SET folder = '' WHERE folder IS NOT NULL")
  // a path of another computer may mean any file here
  database.execute('DELETE FROM watched_folders')
  database.execute('DELETE FROM watched_files')
  database.execute('UPDATE mcp_servers SET id = lower(hex(randomblob(16))), enabled = 0, trusted = NULL')
  // the user has not agreed to paid requests for titles on this computer
  database.prepare('DELETE FROM preferences WHERE name = ?').run(titlesChoice)
  // the backup's own list of unconfirmed connections is not trusted
  database.prepare('DELETE FROM preferences WHERE name = ?').run(unconfirmedConnections)
  database
    .prepare(
      `INSERT INTO preferences (name, value)
       SELECT ?, json_group_array(id) FROM connections
       WHERE id || ' ' || base_url NOT IN (SELECT value FROM json_each(?)) HAVING count(*) > 0`,
    )
    .run(unconfirmedConnections, JSON.stringify(known))
}

/**
 * Maximum number of connections, far more than anyone has; each is looked up in the keychain whenever they are listed.
 */
const connectionsMax = 1000

/** Removes connections with an invalid address. Call it within a transaction. */
export function dropBadConnections(database: Database): void {
  const found = database.prepare('SELECT id, base_url, allow_insecure FROM connections LIMIT ?').all(connectionsMax + 1)
  if (found.length > connectionsMax) fail('backup_damaged', 'more connections than anybody has')
  const drop = database.prepare('DELETE FROM connections WHERE id = ?')
  for (const { id, base_url, allow_insecure } of found)
    if (!isAddress(String(base_url), allow_insecure !== 0)) drop.run(String(id))
}

/** Returns true for an address as this app stores it; an address within other text does not count. */
function isAddress(stored: string, allowInsecure: boolean): boolean {
  const read = normaliseBaseUrl(stored, allowInsecure)
  return read.ok && URL.canParse(stored) && new URL(stored).origin === new URL(read.value).origin
}
