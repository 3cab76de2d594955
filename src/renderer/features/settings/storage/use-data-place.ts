import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { StoragePlace } from '../../../../shared/storage-usage.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'

/** This page's pending call. */
type Waiting = 'nothing' | 'copying' | 'restarting' | 'deleting'

/** Returns the location of the data folder, possible actions, and the last error. */
export function useDataPlace() {
  const { t } = useTranslation()
  const [place, setPlace] = useState<StoragePlace | null>(null)
  const [waiting, setWaiting] = useState<Waiting>('nothing')
  const [error, setError] = useState<AppError | null>(null)

  const refresh = async (): Promise<void> => {
    const answer = await call('storage.place', {})
    if (answer.ok) setPlace(answer.value)
    else setError(answer.error)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once, when the page is opened
  useEffect(() => {
    void refresh()
  }, [])

  /** Checks whether the data can be moved to a folder; returns the reason against it, or null. */
  async function check(folder: string): Promise<AppError | null> {
    const answer = await call('storage.checkMove', { folder })
    return answer.ok ? null : answer.error
  }

  async function move(folder: string): Promise<void> {
    setError(null)
    setWaiting('copying')
    const answer = await call('storage.move', { folder })
    // the shell reloads this page, or closes its window
    setWaiting(answer.ok ? 'restarting' : 'nothing')
    // the user cancelled it, so no message is needed
    if (!answer.ok && answer.error.code !== 'cancelled') setError(answer.error)
  }

  async function removeOld(): Promise<void> {
    setError(null)
    setWaiting('deleting')
    const answer = await call('storage.removeOld', {})
    setWaiting('nothing')
    if (answer.ok) {
      const { kept } = answer.value
      showToast(kept === 0 ? t('backup.storage.oldDeleted') : t('backup.storage.oldSome', { count: kept }))
    } else if (answer.error.code !== 'cancelled') setError(answer.error)
    await refresh()
  }

  async function keepOld(): Promise<void> {
    const answer = await call('storage.keepOld', {})
    if (!answer.ok) setError(answer.error)
    await refresh()
  }

  return { place, waiting, error, check, move, removeOld, keepOld }
}
