import { useEffect, useState } from 'react'
import { isAhead, passphraseMax } from '../../../../shared/backup-limits.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { Place, PlacedBackup, PlaceList } from '../../../../shared/places.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { TextField } from '../../../components/forms/TextField.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import settings from '../SettingsPanel.module.css'
import { refreshBackups } from './backup-store.ts'
import { PlaceWorkLine } from './PlaceCard.tsx'
import { PlaceError } from './PlaceError.tsx'
import { usePlaces } from './places-store.ts'

interface PlacedBackupsDialogProps {
  readonly place: Place
  readonly onClose: () => void
}

/** The backups at a destination: fetch one to restore it, check it, or remove it. */
export function PlacedBackupsDialog({ onClose, place }: PlacedBackupsDialogProps) {
  const { t } = useTranslation()
  const work = usePlaces().state?.work ?? null
  const [list, setList] = useState<PlaceList | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState<string | null>(null)
  const { id, name } = place
  const passphrase = typed === '' ? null : typed

  const look = async (): Promise<void> => {
    const answer = await call('places.backups', { id })
    if (answer.ok) setList(answer.value)
    else setError(answer.error)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each destination
  useEffect(() => void look(), [id])

  const run = async (answer: Promise<Result<unknown>>, words: string): Promise<boolean> => {
    setError(null)
    const result = await answer
    if (!result.ok && result.error.code !== 'cancelled') setError(result.error)
    if (result.ok) showToast(words)
    return result.ok
  }
  const fetchBackup = async (backup: PlacedBackup): Promise<void> => {
    const wanted = { id, computer: backup.computer, name: backup.name, passphrase }
    if (!(await run(call('places.bring', wanted), t('places.fetched')))) return
    await refreshBackups()
    onClose()
  }
  const remove = async (backup: PlacedBackup): Promise<void> => {
    if (asking !== backup.name) return setAsking(backup.name)
    setAsking(null)
    const wanted = { id, computer: backup.computer, name: backup.name }
    if (await run(call('places.removeBackup', wanted), t('places.removed'))) await look()
  }
  return (
    <Dialog onClose={onClose} size="large" title={t('places.backupsTitle', { name })}>
      {error === null ? null : <PlaceError error={error} onDismiss={() => setError(null)} />}
      {work === null ? null : <PlaceWorkLine work={work} name={name} />}
      {list === null ? (
        error === null ? (
          <p className={dialog.text}>{t('places.loading')}</p>
        ) : null
      ) : list.backups.length === 0 ? (
        <p className={dialog.text}>{t('places.backupsNone')}</p>
      ) : (
        <>
          {list.cut ? <p className={dialog.text}>{t('places.backupsCut')}</p> : null}
          <TextField
            mb="sm"
            type="password"
            label={t('places.passphrase')}
            description={t('places.passphraseHint')}
            spellCheck={false}
            maxLength={passphraseMax}
            value={typed}
            onText={setTyped}
          />
          <ul className={settings.cards} aria-label={t('places.backupsTitle', { name })}>
            {list.backups.map((backup) => (
              <li key={`${backup.computer}${backup.name}`} className={settings.card}>
                <PlacedBackupCard
                  backup={backup}
                  busy={work !== null}
                  asking={asking === backup.name}
                  onFetch={() => void fetchBackup(backup)}
                  onCheck={() => {
                    const wanted = { id, computer: backup.computer, name: backup.name, passphrase }
                    void run(call('places.check', wanted), t('places.checked'))
                  }}
                  onRemove={() => void remove(backup)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

interface PlacedBackupCardProps {
  readonly backup: PlacedBackup
  /** True if work on the destination is running, which blocks the actions. */
  readonly busy: boolean
  /** True if the next press removes it. */
  readonly asking: boolean
  readonly onFetch: () => void
  readonly onCheck: () => void
  readonly onRemove: () => void
}

function PlacedBackupCard({ asking, backup, busy, onCheck, onFetch, onRemove }: PlacedBackupCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const when = momentWords(language, backup.madeAt)
  return (
    <>
      <div className={settings.cardTop}>
        <b className={settings.name}>{when}</b>
      </div>
      <div className={settings.hint}>
        {t(`backup.origin.${backup.origin}`)} · {sizeWords(language, backup.bytes)} ·{' '}
        {backup.own ? t('places.ownComputer') : t('places.otherComputer')}
      </div>
      {isAhead(backup.madeAt, Date.now()) ? <div className={settings.hint}>{t('backup.ahead')}</div> : null}
      <fieldset className={settings.actions} aria-label={t('places.backupActions', { when })}>
        <Button size="small" disabled={busy} onClick={onFetch}>
          {t('places.fetch')}
        </Button>
        <Button size="small" disabled={busy} onClick={onCheck}>
          {t('places.check')}
        </Button>
        <Button size="small" disabled={busy} onClick={onRemove}>
          {asking ? t('places.removeSure') : t('places.remove')}
        </Button>
      </fieldset>
    </>
  )
}
