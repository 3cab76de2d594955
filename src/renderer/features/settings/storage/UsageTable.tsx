import type { StorageUsage } from '../../../../shared/storage-usage.ts'
import layout from '../../../components/layout.module.css'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './storage.module.css'

/** Storage use by category, largest first; empty categories are left out. */
export function UsageTable({ usage }: { usage: StorageUsage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const kinds = usage.kinds.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes)
  const total = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  const hints = { unused: t('backup.storage.unusedHint'), aside: t('backup.storage.asideHint') }
  const hint = (kind: string): string | null => (kind === 'unused' || kind === 'aside' ? hints[kind] : null)
  return (
    <>
      <p className={classes.total}>{t('backup.storage.total', { size: sizeWords(language, total) })}</p>
      <div className={classes.strip} aria-hidden="true">
        {kinds.map(({ kind, bytes }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: bytes / total }} />
        ))}
      </div>
      <table className={classes.table} aria-label={t('backup.storage.table')}>
        <thead>
          <tr>
            <th scope="col">{t('backup.storage.kind')}</th>
            <th scope="col">{t('backup.storage.count')}</th>
            <th scope="col">{t('backup.storage.size')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, bytes, files }) => (
            <tr key={kind}>
              <th scope="row">
                <span className={classes.dot} data-kind={kind} aria-hidden="true" />
                {t(`backup.storage.kinds.${kind}`)}
                {hint(kind) === null ? null : <div className={layout.quiet}>{hint(kind)}</div>}
              </th>
              <td>{files.toLocaleString(language)}</td>
              <td>{sizeWords(language, bytes)}</td>
            </tr>
          ))}
          {usage.bin.files === 0 ? null : (
            <tr>
              <th scope="row">
                {t('backup.storage.bin')}
                <div className={layout.quiet}>{t('backup.storage.binHint')}</div>
              </th>
              <td>{usage.bin.files.toLocaleString(language)}</td>
              <td>{sizeWords(language, usage.bin.bytes)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}
