import type { Backup, BackupContents } from '../../../../shared/backup.ts'
import { isAhead } from '../../../../shared/backup-limits.ts'
import { beyondKeep, type KeepRule } from '../backup-rules.ts'
import { type ManifestName, readManifestName } from './placed-names.ts'
import type { StoredPlace } from './places-file.ts'

/** Name and contents of a backup that this computer sent. */
export interface KnownBackup {
  readonly name: string
  readonly contents: BackupContents | null
}

/**
 * Returns the names of manifests to remove at a place, by the rules of local backups. Counts only the backups that this
 * computer sent and read back.
 */
export function beyondKeepAt(
  manifests: readonly ManifestName[],
  known: readonly KnownBackup[],
  rule: KeepRule,
): readonly string[] {
  const contents = new Map(known.map((backup) => [backup.name, backup.contents]))
  return beyondKeep(
    manifests.map(({ name, bytes, madeAt, origin }) => ({
      name,
      bytes,
      madeAt,
      origin,
      sealed: true,
      verifiedAt: contents.has(name) ? madeAt : null,
      contents: contents.get(name) ?? null,
      error: null,
    })),
    rule,
  )
}

/**
 * Returns the newest local backup that a place lacks; null if it lacks none. A backup dated in the future is sent only
 * while no later one has been. Its time is unreliable, and must not block the backups made since.
 */
export function newestUnsent(
  backups: readonly Backup[],
  { known, last }: Pick<StoredPlace, 'known' | 'last'>,
  now: number,
): Backup | null {
  const sent = new Set(known.map(({ name }) => readManifestName(name)?.backup))
  const unsent = backups.filter(({ name }) => !sent.has(name)).toSorted((a, b) => b.madeAt - a.madeAt)
  const isUnsure = last !== null && isAhead(last.madeAt, now)
  const after = last === null || isUnsure ? 0 : last.madeAt
  const ordinary = unsent.find(({ madeAt }) => madeAt > after && !isAhead(madeAt, now))
  if (ordinary !== undefined || (last !== null && !isUnsure)) return ordinary ?? null
  return unsent.find(({ madeAt }) => last === null || madeAt > last.madeAt) ?? null
}
