import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { StorageCheck, StorageOrphans, StorageUsage } from '../../../../shared/storage-usage.ts'
import { Button } from '../../../components/Button.tsx'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { SettingRow } from '../SettingRow.tsx'
import settings from '../SettingsPanel.module.css'
import { BiggestFiles } from './BiggestFiles.tsx'
import { DataPlace } from './DataPlace.tsx'
import { UsageTable } from './UsageTable.tsx'

/** Returns the findings of a check, in sentences. */
function checkLines(t: TFunction, check: StorageCheck): readonly string[] {
  const { changed, database, files, missing } = check
  const faults = [
    database === 'damaged' ? t('backup.storage.checkDatabase') : null,
    missing > 0 ? t('backup.storage.checkMissing', { count: missing }) : null,
    changed > 0 ? t('backup.storage.checkChanged', { count: changed }) : null,
    missing + changed > 0 ? t('backup.storage.checkRestore') : null,
  ].filter((line) => line !== null)
  return faults.length > 0 ? faults : [t('backup.storage.checkSound', { count: files })]
}

type Survey = 'check' | 'orphans'

/** Storage use, and the state of the data. */
export function StoragePage() {
  const { t } = useTranslation()
  const [usage, setUsage] = useState<StorageUsage | null>(null)
  const [orphans, setOrphans] = useState<StorageOrphans | null>(null)
  const [check, setCheck] = useState<StorageCheck | null>(null)
  const [running, setRunning] = useState<Survey | null>(null)
  const [error, setError] = useState<AppError | null>(null)

  /** Resolves to the result of a slow call; null after an error, which is shown. */
  async function awaited<T>(name: Survey, asked: Promise<Result<T>>): Promise<T | null> {
    setError(null)
    setRunning(name)
    const answer = await asked
    setRunning(null)
    if (answer.ok) return answer.value
    setError(answer.error)
    return null
  }
  const runCheck = async () => setCheck(await awaited('check', call('storage.check', {})))
  const find = async () => setOrphans(await awaited('orphans', call('storage.orphans', {})))
  const remove = async () => {
    const removed = await awaited('orphans', call('storage.removeOrphans', {}))
    if (removed !== null) setOrphans({ files: 0, bytes: 0 })
  }
  useEffect(
    () =>
      whenAnswered(call('storage.usage', {}), (answer) => {
        if (answer.ok) setUsage(answer.value)
        else setError(answer.error)
      }),
    [],
  )

  return (
    <>
      <p className={settings.aside}>{t('backup.storage.lead')}</p>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
      {usage === null ? null : <UsageTable usage={usage} />}
      <DataPlace />
      <Check check={check} running={running} onCheck={() => void runCheck()} />
      <Orphans orphans={orphans} running={running} onFind={() => void find()} onRemove={() => void remove()} />
      {usage === null ? null : <BiggestFiles files={usage.biggest} />}
    </>
  )
}

interface CheckProps {
  readonly check: StorageCheck | null
  readonly running: Survey | null
  readonly onCheck: () => void
}

function Check({ check, running, onCheck }: CheckProps) {
  const { t } = useTranslation()
  const checking = running === 'check'
  const found = check === null ? t('backup.storage.checkHint') : sentences(t, ...checkLines(t, check))
  return (
    <SettingRow label={t('backup.storage.check')} hint={found}>
      <Button size="small" disabled={running !== null} onClick={onCheck}>
        {checking ? t('backup.storage.checking') : t('backup.storage.checkNow')}
      </Button>
    </SettingRow>
  )
}

interface OrphansProps {
  readonly orphans: StorageOrphans | null
  readonly running: Survey | null
  readonly onFind: () => void
  readonly onRemove: () => void
}

function Orphans({ orphans, running, onFind, onRemove }: OrphansProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const many = { count: orphans?.files ?? 0, size: sizeWords(language, orphans?.bytes ?? 0) }
  const found = many.count === 0 ? t('backup.storage.orphansNone') : t('backup.storage.orphansFound', many)
  return (
    <SettingRow label={t('backup.storage.orphans')} hint={orphans === null ? t('backup.storage.orphansHint') : found}>
      {many.count === 0 ? (
        <Button size="small" disabled={running !== null} onClick={onFind}>
          {t('backup.storage.orphansFind')}
        </Button>
      ) : (
        <Button size="small" disabled={running !== null} onClick={() => setAsking(true)}>
          {t('backup.storage.orphansRemove')}
        </Button>
      )}
      <DangerDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('backup.storage.orphansTitle')}
        confirm={t('backup.storage.orphansRemove')}
        onConfirm={onRemove}
      >
        <p className={dialog.text}>{t('backup.storage.orphansText', many)}</p>
      </DangerDialog>
    </SettingRow>
  )
}
