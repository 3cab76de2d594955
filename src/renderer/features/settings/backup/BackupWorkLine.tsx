import type { BackupWork } from '../../../../shared/backup.ts'
import { Button } from '../../../components/Button.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { WorkLine } from '../WorkLine.tsx'
import classes from './backup.module.css'

/** Progress of work on backups or the data folder, with a way to cancel it. */
export function BackupWorkLine({ work }: { work: BackupWork }) {
  const { t } = useTranslation()
  const words = t('backup.workLine', { work: t(`backup.work.${work.kind}`), step: t(`backup.step.${work.step}`) })
  return (
    <WorkLine className={classes.work} words={words} progress={work.progress}>
      <Button size="small" onClick={() => void call('backups.cancel', {})}>
        {t('backup.stop')}
      </Button>
    </WorkLine>
  )
}
