import { CircleAlert, CircleCheck, CircleDashed, Lock } from 'lucide-react'
import type { Backup } from '../../../../shared/backup.ts'
import { isAhead } from '../../../../shared/backup-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import classes from './backup.module.css'

interface BackupCardProps {
  readonly backup: Backup
  /** True if a backup task is running, which blocks other actions. */
  readonly busy: boolean
  readonly onRestore: () => void
  readonly onVerify: () => void
  readonly onSave: () => void
  readonly onRemove: () => void
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const

/** One backup: when and why it was made, its contents, and whether it is verified. */
export function BackupCard({ backup, busy, onRestore, onVerify, onSave, onRemove }: BackupCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { bytes, contents, error, madeAt, origin, sealed } = backup
  const when = momentWords(language, madeAt)
  const number = (value: number): string => value.toLocaleString(language)
  return (
    <>
      <div className={settings.cardTop}>
        <b className={settings.name}>{when}</b>
        <Standing backup={backup} />
        {sealed ? (
          <span className={classes.sealed}>
            <Lock {...icon} />
            {t('backup.sealed')}
          </span>
        ) : null}
      </div>
      <div className={settings.hint}>
        {t(`backup.origin.${origin}`)} · {sizeWords(language, bytes)}
        {contents === null
          ? null
          : ` · ${t('backup.holds', {
              messages: number(contents.messages),
              images: number(contents.images),
              transcripts: number(contents.transcripts),
              videos: number(contents.videos),
            })}`}
      </div>
      {isAhead(madeAt, Date.now()) ? <div className={settings.hint}>{t('backup.ahead')}</div> : null}
      {origin === 'elsewhere' ? <div className={settings.address}>{backup.name}</div> : null}
      {error === null ? null : <div className={classes.fault}>{errorTitle(t, error)}</div>}
      <fieldset className={settings.actions} aria-label={t('backup.actionsOf', { when })}>
        <Button size="small" disabled={busy} onClick={onRestore}>
          {t('backup.restore')}
        </Button>
        <Button size="small" disabled={busy} onClick={onVerify}>
          {t('backup.verify')}
        </Button>
        <Button size="small" onClick={onSave}>
          {t('backup.save')}
        </Button>
        <Button size="small" disabled={busy} onClick={onRemove}>
          {t('backup.remove')}
        </Button>
      </fieldset>
    </>
  )
}

/** An icon and text that show whether the backup is verified. */
function Standing({ backup: { error, verifiedAt } }: { backup: Backup }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (verifiedAt !== null)
    return (
      <span className={classes.verified} title={t('backup.verifiedAt', { when: momentWords(language, verifiedAt) })}>
        <CircleCheck {...icon} />
        {t('backup.verified')}
      </span>
    )
  return error === null ? (
    <span className={classes.unverified}>
      <CircleDashed {...icon} />
      {t('backup.unverified')}
    </span>
  ) : (
    <span className={classes.bad}>
      <CircleAlert {...icon} />
      {t('backup.bad')}
    </span>
  )
}
