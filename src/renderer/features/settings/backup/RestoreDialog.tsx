import type { BackupContents } from '../../../../shared/backup.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './backup.module.css'

interface RestoreDialogProps {
  readonly preview: CallOutput<'backups.preview'>
  readonly onClose: () => void
  readonly onRestore: () => void
}

const lines = [
  'conversations',
  'messages',
  'images',
  'transcripts',
  'videos',
  'files',
  'newest',
] as const satisfies readonly (keyof BackupContents)[]

/** Preview of a restore's changes. */
export function RestoreDialog({ preview, onClose, onRestore }: RestoreDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { now, after, madeAt, missing } = preview
  const words = (contents: BackupContents, line: (typeof lines)[number]): string => {
    if (line === 'newest')
      return contents.newest === null ? t('backup.nothingYet') : momentWords(language, contents.newest)
    const count = contents[line].toLocaleString(language)
    return line === 'files'
      ? t('backup.filesOf', { number: count, size: sizeWords(language, contents.fileBytes) })
      : count
  }
  return (
    <Dialog onClose={onClose} size="large" title={t('backup.restoreTitle', { when: momentWords(language, madeAt) })}>
      <p className={dialog.text}>{t('backup.restoreText')}</p>
      <table className={classes.table}>
        <caption className={classes.caption}>{t('backup.changes')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('backup.now')}</th>
            <th scope="col">{t('backup.after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const [left, right] = [words(now, line), words(after, line)]
            return (
              <tr key={line} data-changed={left !== right || undefined}>
                <th scope="row">{t(`backup.contents.${line}`)}</th>
                <td>{left}</td>
                <td>{right}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {missing > 0 ? <p className={dialog.text}>{t('backup.restoreMissing', { count: missing })}</p> : null}
      <p className={dialog.text}>{t('backup.restoreUnsent')}</p>
      <DialogFoot onCancel={onClose} cancelFocused>
        <Button kind="danger" onClick={onRestore}>
          {t('backup.restoreConfirm')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
