import type { Backup } from '../../../shared/backup.ts'
import { isAhead } from '../../../shared/backup-limits.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'

const dayMs = 24 * 60 * 60_000
/** Quiet time after the app's start, in ms. */
const restMs = 3 * 60_000

/**
 * Returns when the next automatic backup is due, ms since 1970, counted from the last verified one. Null when they are
 * off. Times in the future are ignored: otherwise no backup would be made until the clock has reached them.
 */
export function nextBackup(
  backups: readonly Backup[],
  every: Settings['backupEvery'],
  startedAt: number,
  now: number,
): number | null {
  if (every === 'off') return null
  const verified = backups.filter(
    ({ madeAt, origin, verifiedAt }) => verifiedAt !== null && origin !== 'elsewhere' && !isAhead(madeAt, now),
  )
  const last = Math.max(0, ...verified.map(({ madeAt }) => madeAt))
  return Math.max(Math.min(startedAt, now) + restMs, last + (every === 'day' ? dayMs : 7 * dayMs))
}

/** Limits for automatic backups: number and total bytes. */
export interface KeepRule {
  /** Current time, ms since 1970. A backup dated in the future counts as the oldest. */
  readonly now: number
  readonly count: number
  readonly bytes: number
}

/**
 * Names of automatic backups to delete. The newest stay, as many as fit the limits, at least one. Only verified backups
 * count. The fullest one stays if the newest holds less: a database that began anew must not push out the last good
 * backup.
 */
export function beyondKeep(backups: readonly Backup[], rule: KeepRule): readonly string[] {
  const ahead = ({ madeAt }: Backup): boolean => isAhead(madeAt, rule.now)
  const candidates = backups
    .filter(({ origin, verifiedAt }) => origin === 'automatic' && verifiedAt !== null)
    .toSorted((a, b) => Number(ahead(a)) - Number(ahead(b)) || b.madeAt - a.madeAt)
  const [newest] = candidates
  const fullest = candidates.toSorted((a, b) => amountOf(b) - amountOf(a))[0]
  const stays = newest && fullest && amountOf(fullest) > amountOf(newest) ? fullest : null
  const others = candidates.filter((backup) => backup !== stays)
  let bytes = stays?.bytes ?? 0
  const beyond = others.findIndex((backup, index) => {
    bytes += backup.bytes
    return index > 0 && (candidates.indexOf(backup) >= rule.count || bytes > rule.bytes)
  })
  return beyond < 0 ? [] : others.slice(beyond).map(({ name }) => name)
}

/** Returns the number of messages and media in a backup. */
function amountOf({ contents }: Backup): number {
  return contents === null ? 0 : contents.messages + contents.images + contents.transcripts + contents.videos
}

/** Returns true if a failed check means that the file is bad, not the passphrase, the disk or the user's choice. */
export function isFaultOfFile(code: ErrorCode): boolean {
  return code === 'not_a_backup' || code === 'backup_damaged' || code === 'backup_newer'
}
