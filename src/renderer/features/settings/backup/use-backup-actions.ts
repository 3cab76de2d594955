import { useState } from 'react'
import type { Backup } from '../../../../shared/backup.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'

/** Question before an action. */
export type Asked =
  | { readonly kind: 'make' }
  | { readonly kind: 'sealing' }
  | { readonly kind: 'open'; readonly backup: Backup; readonly purpose: 'verify' | 'restore' }
  | {
      readonly kind: 'restore'
      readonly backup: Backup
      readonly passphrase: string | null
      readonly preview: CallOutput<'backups.preview'>
    }
  | { readonly kind: 'remove'; readonly backup: Backup }

/** Returns the actions on backups, the open question about one, and the last error. */
export function useBackupActions() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<AppError | null>(null)

  /** Resolves to the value of an answer; null after showing its error. */
  async function value<T>(answer: Promise<Result<T>>): Promise<T | null> {
    setAsked(null)
    setError(null)
    const result = await answer
    if (result.ok) return result.value
    // the user cancelled it, so no message is needed
    if (result.error.code !== 'cancelled') setError(result.error)
    return null
  }

  async function verify(backup: Backup, passphrase: string | null): Promise<void> {
    const looked = await value(call('backups.verify', { name: backup.name, passphrase }))
    if (looked?.error === null) showToast(t('backup.checked'))
  }

  async function preview(backup: Backup, passphrase: string | null): Promise<void> {
    const found = await value(call('backups.preview', { name: backup.name, passphrase }))
    if (found !== null) setAsked({ kind: 'restore', backup, passphrase, preview: found })
  }

  return {
    asked,
    error,
    ask: setAsked,
    close: () => setAsked(null),
    dismiss: () => setError(null),
    make: async (passphrase: string | null) => {
      if ((await value(call('backups.make', { passphrase }))) !== null) showToast(t('backup.made'))
    },
    /** Opens a backup, asking for a passphrase if needed. */
    open: async (backup: Backup, purpose: 'verify' | 'restore') => {
      if (backup.sealed) setAsked({ kind: 'open', backup, purpose })
      else await (purpose === 'verify' ? verify : preview)(backup, null)
    },
    opened: async (backup: Backup, purpose: 'verify' | 'restore', passphrase: string | null) => {
      await (purpose === 'verify' ? verify : preview)(backup, passphrase)
    },
    restore: async (backup: Backup, passphrase: string | null) => {
      const answer = await value(
        call('backups.restore', { name: backup.name, passphrase }).then((result) =>
          result.ok ? { ok: true as const, value: 'restored' as const } : result,
        ),
      )
      // all shown data come from the replaced database
      if (answer !== null) window.location.reload()
    },
    remove: async (backup: Backup) => {
      await value(call('backups.remove', { name: backup.name }))
    },
    save: async (backup: Backup) => {
      const saved = await value(call('backups.save', { name: backup.name }))
      if (saved !== null && finishSaving(saved)) showToast(t('backup.saved'))
    },
    add: async (file: File) => {
      const imported = await value(importFile(file))
      if (imported !== null) await value(call('backups.add', { token: imported.token, name: file.name }))
    },
    setPassphrase: async (passphrase: string | null) => {
      await value(call('backups.setPassphrase', { passphrase }))
    },
  }
}

export type BackupActions = ReturnType<typeof useBackupActions>
