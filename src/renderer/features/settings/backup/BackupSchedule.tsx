import type { BackupState } from '../../../../shared/backup.ts'
import { settingsTable } from '../../../../shared/settings-table.ts'
import { Button } from '../../../components/Button.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { momentWords } from '../../../components/words/time-words.ts'
import { saveSettings, useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { NumberSetting } from '../NumberSetting.tsx'
import { SettingRow } from '../SettingRow.tsx'
import classes from './backup.module.css'
import type { BackupActions } from './use-backup-actions.ts'

interface BackupScheduleProps {
  readonly state: BackupState
  readonly actions: BackupActions
}

/** The schedule of automatic backups. */
export function BackupSchedule({ state, actions }: BackupScheduleProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const backupEvery = useApp((app) => app.settings.backupEvery)
  const { nextAt, sealing } = state
  const sealed = {
    off: t('backup.sealingOff'),
    kept: t('backup.sealingKept'),
    run: t('backup.sealingRun'),
    lost: t('backup.sealingLost'),
  }[sealing]
  return (
    <>
      <SettingRow
        label={t('backup.every')}
        hint={nextAt === null ? t('backup.nextNever') : t('backup.nextAt', { when: momentWords(language, nextAt) })}
      >
        <Choice
          label={t('backup.every')}
          value={backupEvery}
          options={settingsTable.backupEvery.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(every) => void saveSettings({ backupEvery: every })}
        />
      </SettingRow>
      <NumberSetting name="backupKeep" />
      <NumberSetting name="backupGigabytes" />
      <SettingRow label={t('backup.sealing')} hint={sealed}>
        <div className={classes.sealingActions}>
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
