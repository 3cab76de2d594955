import i18next from 'i18next'
import { create } from 'zustand'
import type { CarryWork, Inspection } from '../../../../shared/carry.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { finishSaving } from '../../../components/hand-out.ts'
import { call, importFile, on } from '../../../platform/bridge/client.ts'
import { showSettings, useNavigation } from '../../../platform/navigation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { type CarryOutcome, outcomeTitle } from './outcome-words.ts'

interface Carry {
  /** What main is at; null where it is at nothing. */
  readonly work: CarryWork | null
  /** A file that was looked at and waits for the person's word. */
  readonly offered: { readonly token: string; readonly name: string; readonly inspection: Inspection } | null
  readonly outcome: CarryOutcome | null
  /** The file on its way to main, before main has any work with it. */
  readonly receiving: string | null
}

/** Taking everything elsewhere and bringing it in: outlives the page of the settings, as the work does. */
export const useCarry = create<Carry>(() => ({ work: null, offered: null, outcome: null, receiving: null }))

let listening = false

/** Keeps it up to date from now on. */
export function startCarry(): void {
  if (listening) return
  listening = true
  on('carry.changed', ({ work }) => useCarry.setState({ work }))
  void call('carry.state', {}).then((answer) => {
    if (answer.ok) useCarry.setState({ work: answer.value.work })
  })
}

/** Shows what came of it, and tells of it where the person is somewhere else by now. */
function ended(outcome: CarryOutcome): void {
  useCarry.setState({ outcome })
  tellElsewhere(outcomeTitle(i18next.t, outcome))
}

function tellElsewhere(words: string): void {
  const { panel, settingsPage } = useNavigation.getState()
  if (panel === 'settings' && settingsPage === 'carry') return
  showToast(words, { label: i18next.t('carry.show'), run: () => showSettings('carry') })
}

/** The value of an answer; a refusal becomes the outcome, unless the person asked for the end. */
function answered<T>(of: CarryWork['kind'], answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.error.code !== 'cancelled') ended({ kind: 'failed', of, error: answer.error })
  return null
}

export async function exportEverything(): Promise<void> {
  useCarry.setState({ outcome: null })
  const value = answered('export', await call('carry.export', { keys: null }))
  if (value !== null && finishSaving(value.saved)) ended({ kind: 'exported', report: value.report })
}

/** Looks at a file, and offers to take it in. */
export async function lookAt(file: File): Promise<void> {
  useCarry.setState({ outcome: null, offered: null, receiving: file.name })
  const imported = await importFile(file)
  const token = answered('inspect', imported)?.token
  const inspection = token === undefined ? null : answered('inspect', await call('carry.inspect', { token }))
  const offered = token === undefined || inspection === null ? null : { token, name: file.name, inspection }
  useCarry.setState({ receiving: null, offered })
  if (offered !== null) tellElsewhere(i18next.t('carry.offered', { name: file.name }))
}

export async function takeOffered(): Promise<void> {
  const { offered } = useCarry.getState()
  if (offered === null) return
  useCarry.setState({ offered: null })
  const report = answered('import', await call('carry.import', { token: offered.token }))
  if (report !== null) ended({ kind: 'imported', name: offered.name, report })
}

export function dropOffered(): void {
  useCarry.setState({ offered: null })
}

export function cancelCarry(): void {
  void call('carry.cancel', {})
}
