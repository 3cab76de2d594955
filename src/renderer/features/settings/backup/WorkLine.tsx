import type { BackupWork } from '../../../../shared/backup.ts'
import { Button } from '../../../components/Button.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './backup.module.css'

/** Progress of work on backups or the data folder, with a way to cancel it. */
export function WorkLine({ work }: { work: BackupWork }) {
  const { t } = useTranslation()
  const words = t('backup.workLine', { work: t(`backup.work.${work.kind}`), step: t(`backup.step.${work.step}`) })
  return (
    <div className={classes.work}>
      <div className={classes.workWords}>
        <span role="status">{words}</span>
        <progress
          aria-label={words}
          max={100}
          value={work.progress === null ? undefined : Math.floor(work.progress * 100)}
        />
      </div>
      <Button size="small" onClick={() => void call('backups.cancel', {})}>
        {t('backup.stop')}
      </Button>
    </div>
  )
}
