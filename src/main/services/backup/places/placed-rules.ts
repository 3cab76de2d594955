import type { BackupContents } from '../../../../shared/backup.ts'
import { beyondKeep, type KeepRule } from '../backup-rules.ts'
import type { ManifestName } from './placed-names.ts'

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
