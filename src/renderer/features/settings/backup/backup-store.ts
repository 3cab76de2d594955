import { useEffect } from 'react'
import { create } from 'zustand'
import type { BackupState } from '../../../../shared/backup.ts'
import type { AppError } from '../../../../shared/errors.ts'
import { call, on } from '../../../platform/bridge/client.ts'

/** Main's last report about backups; null before the first. */
const useStore = create<{ readonly state: BackupState | null; readonly error: AppError | null }>(() => ({
  state: null,
  error: null,
}))

/** Loads the backups from main. */
export async function refreshBackups(): Promise<void> {
  const answer = await call('backups.list', {})
  useStore.setState(answer.ok ? { state: answer.value, error: null } : { error: answer.error })
}

/** Returns the backups while the page is mounted; null until main has answered. */
export function useBackups(): { readonly state: BackupState | null; readonly error: AppError | null } {
  useEffect(() => {
    const stop = on('backups.changed', (state) => useStore.setState({ state, error: null }))
    void refreshBackups()
    return stop
  }, [])
  return useStore()
}
