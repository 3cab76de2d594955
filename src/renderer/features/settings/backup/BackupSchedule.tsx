import { useTranslation } from 'react-i18next'
import type { BackupState } from '../../../../shared/backup.ts'
import buttons from '../../../components/buttons.module.css'
import { Choice } from '../../../components/forms/Choice.tsx'
import { momentWords } from '../../../components/words/time-words.ts'
import { saveSettings, useApp, useLanguage } from '../../../platform/app-store.ts'
import { backupRhythms } from '../choices.ts'
import { NumberSetting } from '../NumberSetting.tsx'
import { SettingRow } from '../SettingRow.tsx'
import classes from './backup.module.css'
import type { BackupActions } from './use-backup-actions.ts'

interface BackupScheduleProps {
  readonly state: BackupState
  readonly actions: BackupActions
}

/** The rule by which backups are made and kept without the person. */
export function BackupSchedule({ state, actions }: BackupScheduleProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { backupEvery, backupKeep, backupGigabytes } = useApp((app) => app.settings)
  const { nextAt, sealing } = state
  const small = `${buttons.quiet} ${buttons.small}`
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
          options={backupRhythms.map(({ value, label }) => ({ value, words: t(label) }))}
          onChoose={(every) => void saveSettings({ backupEvery: every })}
        />
      </SettingRow>
      <NumberSetting
        label={t('backup.keep')}
        hint={t('backup.keepHint')}
        value={backupKeep}
        min={1}
        max={60}
        onChange={(keep) => void saveSettings({ backupKeep: keep })}
      />
      <NumberSetting
        label={t('backup.room')}
        hint={t('backup.roomHint')}
        value={backupGigabytes}
        min={1}
        max={10_000}
        onChange={(gigabytes) => void saveSettings({ backupGigabytes: gigabytes })}
      />
      <SettingRow label={t('backup.sealing')} hint={sealed}>
        <div className={classes.sealingActions}>
          <button type="button" className={small} onClick={() => actions.ask({ kind: 'sealing' })}>
            {sealing === 'off' ? t('backup.sealingSet') : t('backup.sealingChange')}
          </button>
          {sealing === 'off' ? null : (
            <button type="button" className={small} onClick={() => void actions.setPassphrase(null)}>
              {t('backup.sealingRemove')}
            </button>
          )}
        </div>
      </SettingRow>
    </>
  )
}
