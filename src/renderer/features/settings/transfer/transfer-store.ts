import i18next from 'i18next'
import { create } from 'zustand'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { Inspection, TransferWork } from '../../../../shared/transfer.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile, on } from '../../../platform/bridge/client.ts'
import { showSettings, useNavigation } from '../../../platform/navigation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { type OfferedWork, outcomeTitle, type TransferOutcome } from './outcome-words.ts'

interface Transfer {
  /** Main's current work; null if there is none. */
  readonly work: TransferWork | null
  /** An inspected file that waits for the user's decision. */
  readonly offered: { readonly token: string; readonly name: string; readonly inspection: Inspection } | null
  readonly outcome: TransferOutcome | null
  /** The file being sent to main, before main works on it. */
  readonly receiving: string | null
}

/** State of exports and imports; it outlives the settings page, because the work does. */
export const useTransfer = create<Transfer>(() => ({ work: null, offered: null, outcome: null, receiving: null }))

let listening = false

/** Keeps the state up to date. */
export function startTransfer(): void {
  if (listening) return
  listening = true
  on('transfer.changed', ({ work }) => useTransfer.setState({ work }))
  void call('transfer.state', {}).then((answer) => {
    if (answer.ok) useTransfer.setState({ work: answer.value.work })
  })
}

/** Stores the outcome for the transfer page, and shows a toast if another page is open. */
function ended(outcome: TransferOutcome): void {
  useTransfer.setState({ outcome })
  tellElsewhere(outcomeTitle(i18next.t, outcome))
}

function tellElsewhere(words: string): void {
  const { panel, settingsPage } = useNavigation.getState()
  if (panel === 'settings' && settingsPage === 'transfer') return
  showToast(words, { label: i18next.t('transfer.show'), run: () => showSettings('transfer') })
}

/** Returns the value of an answer. A refusal becomes the outcome, unless the user cancelled. */
function answered<T>(of: OfferedWork, answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.error.code !== 'cancelled') ended({ kind: 'failed', of, error: answer.error })
  return null
}

export async function exportEverything(): Promise<void> {
  useTransfer.setState({ outcome: null })
  const value = answered('export', await call('transfer.export', { keys: null }))
  if (value !== null && finishSaving(value.saved)) ended({ kind: 'exported', report: value.report })
}

/** Inspects a file and offers to import it. */
export async function lookAt(file: File): Promise<void> {
  useTransfer.setState({ outcome: null, offered: null, receiving: file.name })
  const imported = await importFile(file)
  const token = answered('inspect', imported)?.token
  const inspection = token === undefined ? null : answered('inspect', await call('transfer.inspect', { token }))
  const offered = token === undefined || inspection === null ? null : { token, name: file.name, inspection }
  useTransfer.setState({ receiving: null, offered })
  if (offered !== null) tellElsewhere(i18next.t('transfer.offered', { name: file.name }))
}

export async function takeOffered(): Promise<void> {
  const { offered } = useTransfer.getState()
  if (offered === null) return
  useTransfer.setState({ offered: null })
  const report = answered('import', await call('transfer.import', { token: offered.token }))
  if (report !== null) ended({ kind: 'imported', name: offered.name, report })
}

export function dropOffered(): void {
  useTransfer.setState({ offered: null })
}

export function cancelTransfer(): void {
  void call('transfer.cancel', {})
}
