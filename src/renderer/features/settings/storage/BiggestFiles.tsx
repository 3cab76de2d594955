import type { StorageUsage } from '../../../../shared/storage-usage.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { dateWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { openItem } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import settings from '../SettingsPanel.module.css'
import classes from './storage.module.css'

/** The largest library files, with the items they belong to. */
export function BiggestFiles({ files }: { files: StorageUsage['biggest'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <>
      <h3 className={settings.subheading}>{t('backup.storage.biggest')}</h3>
      {files.length === 0 ? (
        <p className={layout.quiet}>{t('backup.storage.noFiles')}</p>
      ) : (
        <table className={classes.table} aria-label={t('backup.storage.biggest')}>
          <thead>
            <tr>
              <th scope="col">{t('backup.storage.file')}</th>
              <th scope="col">{t('backup.storage.added')}</th>
              <th scope="col">{t('backup.storage.size')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ id, kind, bytes, addedAt, item }) => (
              <tr key={id}>
                <th scope="row" className={classes.owner}>
                  <Owner item={item} />
                  <div className={layout.quiet}>{t(`backup.storage.kinds.${kind}`)}</div>
                </th>
                <td>{dateWords(language, addedAt)}</td>
                <td>{sizeWords(language, bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The item of a file, with a link to it; an item in the bin cannot be opened. */
function Owner({ item }: { item: StorageUsage['biggest'][number]['item'] }) {
  const { t } = useTranslation()
  if (item === null) return <span>{t('backup.storage.noItem')}</span>
  const title = item.title === '' ? t('history.untitled') : promptTitle(item.title, 80)
  if (item.inBin) return <span>{t('backup.storage.itemInBin', { title })}</span>
  return (
    <Button kind="link" onClick={() => openItem({ key: item.key, partId: null, search: null })}>
      {title}
    </Button>
  )
}
