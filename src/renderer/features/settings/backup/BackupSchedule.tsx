import type { BackupState } from '../../../../shared/backup.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SettingRow } from '../SettingRow.tsx'
import { TableSetting } from '../TableSetting.tsx'
import type { BackupActions } from './use-backup-actions.ts'

interface BackupScheduleProps {
  readonly state: BackupState
  readonly actions: BackupActions
}

/** The schedule of automatic backups. */
export function BackupSchedule({ state, actions }: BackupScheduleProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nextAt, sealing } = state
  const sealed = {
    off: t('backup.sealingOff'),
    kept: t('backup.sealingKept'),
    run: t('backup.sealingRun'),
    lost: t('backup.sealingLost'),
  }[sealing]
  return (
    <>
      <TableSetting
        name="backupEvery"
        hint={nextAt === null ? t('backup.nextNever') : t('backup.nextAt', { when: momentWords(language, nextAt) })}
      />
      <TableSetting name="backupKeep" />
      <TableSetting name="backupGigabytes" />
      <SettingRow label={t('backup.sealing')} hint={sealed}>
        <div className={layout.wrapped}>
          <Button size="small" onClick={() => actions.ask({ kind: 'sealing' })}>
            {sealing === 'off' ? t('backup.sealingSet') : t('backup.sealingChange')}
          </Button>
          {sealing === 'off' ? null : (
            <Button size="small" onClick={() => void actions.setPassphrase(null)}>
              {t('backup.sealingRemove')}
            </Button>
          )}
        </div>
      </SettingRow>
    </>
  )
}
