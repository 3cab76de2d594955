import type { TFunction } from 'i18next'
import type { StorageCheck } from '../../../../shared/storage-usage.ts'

/** What a check found, in sentences. */
export function checkLines(t: TFunction, check: StorageCheck): readonly string[] {
  const { changed, database, files, missing } = check
  const faults = [
    database === 'damaged' ? t('backup.storage.checkDatabase') : null,
    missing > 0 ? t('backup.storage.checkMissing', { count: missing }) : null,
    changed > 0 ? t('backup.storage.checkChanged', { count: changed }) : null,
    missing + changed > 0 ? t('backup.storage.checkRestore') : null,
  ].filter((line) => line !== null)
  return faults.length > 0 ? faults : [t('backup.storage.checkSound', { count: files })]
}
