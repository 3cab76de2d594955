import type { Backup, BackupContents } from '../../../../shared/backup.ts'
import { isAhead } from '../../../../shared/backup-limits.ts'
import { beyondKeep, type KeepRule } from '../backup-rules.ts'
import { type ManifestName, readManifestName } from './placed-names.ts'
import type { StoredPlace } from './places-file.ts'

/** What this computer knows about a backup that it sent. */
export interface KnownBackup {
  readonly name: string
  readonly contents: BackupContents | null
}

/**
 * Names of manifests to remove at a place: by the rules of local backups. Only those that this computer sent and read
 * back count.
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
 * The newest of local backups that a place lacks; null where there is none. One whose time is ahead is sent only as long
 * as nothing later was: its time says nothing, and must not keep those that are made since from being sent.
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
