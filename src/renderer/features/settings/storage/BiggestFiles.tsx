import { useTranslation } from 'react-i18next'
import type { StorageUsage } from '../../../../shared/storage-usage.ts'
import { useLanguage } from '../../../app/app-store.ts'
import { sizeWords } from '../../../components/elapsed.ts'
import settings from '../SettingsPanel.module.css'
import classes from './storage.module.css'

/** The largest files of the library. */
export function BiggestFiles({ files }: { files: StorageUsage['biggest'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (
    <>
      <h3 className={settings.subheading}>{t('backup.storage.biggest')}</h3>
      {files.length === 0 ? (
        <p className={classes.hint}>{t('backup.storage.noFiles')}</p>
      ) : (
        <table className={classes.table} aria-label={t('backup.storage.biggest')}>
          <thead>
            <tr>
              <th scope="col">{t('backup.storage.kind')}</th>
              <th scope="col">{t('backup.storage.added')}</th>
              <th scope="col">{t('backup.storage.size')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ id, kind, bytes, addedAt }) => (
              <tr key={id}>
                <th scope="row">{t(`backup.storage.kinds.${kind}`)}</th>
                <td>{date.format(addedAt)}</td>
                <td>{sizeWords(language, bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
