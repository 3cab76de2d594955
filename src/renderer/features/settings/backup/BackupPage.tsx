import { backupExtension } from '../../../../shared/backup-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { BackupCard } from './BackupCard.tsx'
import { BackupQuestions } from './BackupQuestions.tsx'
import { BackupSchedule } from './BackupSchedule.tsx'
import { BackupWorkLine } from './BackupWorkLine.tsx'
import classes from './backup.module.css'
import { useBackups } from './backup-store.ts'
import { PlacesSection } from './PlacesSection.tsx'
import { type BackupActions, useBackupActions } from './use-backup-actions.ts'

const elsewhere = { where: 'other', hasText: false } as const

/** Backup settings: make one now, the schedule, and the existing backups with their actions. */
export function BackupPage() {
  const { t } = useTranslation()
  const { state, error } = useBackups()
  const actions = useBackupActions()
  if (state === null) return error === null ? null : <ErrorNote error={error} place={elsewhere} />
  const busy = state.work !== null
  return (
    <>
      <p className={settings.aside}>{t('backup.lead')}</p>
      <div className={classes.bar}>
        <Button kind="primary" disabled={busy} onClick={() => actions.ask({ kind: 'make' })}>
          {t('backup.make')}
        </Button>
        <AddFile actions={actions} />
      </div>
      {state.work === null ? null : <BackupWorkLine work={state.work} />}
      {actions.error === null ? null : (
        <ErrorNote error={actions.error} place={elsewhere} onDismiss={actions.dismiss} />
      )}
      {state.failed === null ? null : <ErrorNote error={state.failed} place={elsewhere} lead={t('backup.failed')} />}
      <BackupSchedule state={state} actions={actions} />
      <h3 className={settings.subheading}>{t('backup.list')}</h3>
      {state.backups.length === 0 ? (
        <p className={classes.none}>{t('backup.none')}</p>
      ) : (
        <ul className={settings.cards} aria-label={t('backup.list')}>
          {state.backups.map((backup) => (
            <li key={backup.name} className={settings.card}>
              <BackupCard
                backup={backup}
                busy={busy}
                onRestore={() => void actions.open(backup, 'restore')}
                onVerify={() => void actions.open(backup, 'verify')}
                onSave={() => void actions.save(backup)}
                onRemove={() => actions.ask({ kind: 'remove', backup })}
              />
            </li>
          ))}
        </ul>
      )}
      <PlacesSection sealing={state.sealing} />
      <BackupQuestions actions={actions} state={state} />
    </>
  )
}

function AddFile({ actions }: { actions: BackupActions }) {
  const { t } = useTranslation()
  const files = useFilePick({
    accept: backupExtension,
    onFiles: ([file]) => file !== undefined && void actions.add(file),
  })
  return (
    <>
      {files.input}
      <Button onClick={files.choose}>{t('backup.addFile')}</Button>
    </>
  )
}
