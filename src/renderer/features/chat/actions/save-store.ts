import i18next from 'i18next'
import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { SaveFormat } from '../../../../shared/saving-limits.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import type { TransferWork } from '../../../../shared/transfer.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile, on } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { showToast } from '../../../platform/toasts.ts'
import { tellWithheld } from '../state/temporary-open.ts'
import { drawnPicture } from './drawn-picture.ts'

/** Formats of the dialog: the file formats, and a picture. */
export type ChosenFormat = SaveFormat | 'png'

interface Saving {
  /** The chat that the dialog was opened for; null while it is closed. */
  readonly conversationId: string | null
  /** The chats that are chosen at first: more than one after they were selected in the list. */
  readonly chosen: readonly string[]
  /** The last choices, kept for the next time. */
  readonly format: ChosenFormat
  readonly thinking: boolean
  /** The running step: `drawing` is done by the page itself. */
  readonly stage: 'none' | 'saving' | 'drawing'
  /** Main's progress, while it saves. */
  readonly work: TransferWork | null
  readonly error: AppError | null
}

/** State of saving chats; it outlives the dialog, because the work continues without it. */
export const useSaving = create<Saving>(() => ({
  conversationId: null,
  chosen: [],
  format: 'html',
  thinking: false,
  stage: 'none',
  work: null,
  error: null,
}))

let listening = false

/** Opens the dialog for a chat, or for several with this one among them. */
export function openSaving(conversationId: string, chosen: readonly string[] = [conversationId]): void {
  if (isTemporaryChat(conversationId)) {
    tellWithheld()
    return
  }
  if (!listening)
    on('transfer.changed', ({ work }) => useSaving.setState({ work: work?.kind === 'save' ? work : null }))
  listening = true
  useSaving.setState((state) => ({
    conversationId,
    chosen,
    // a picture shows one chat
    format: chosen.length > 1 && state.format === 'png' ? 'html' : state.format,
    error: state.stage === 'none' ? null : state.error,
  }))
}

/** Closes the dialog. Running work continues and reports its end. */
export function closeSaving(): void {
  useSaving.setState({ conversationId: null, error: null })
}

export function cancelSaving(): void {
  void call('transfer.cancel', {})
}

/** Marks saving as started; returns false if it may not start now. */
function begins(stage: 'saving' | 'drawing'): boolean {
  if (useSaving.getState().stage !== 'none') return false
  useSaving.setState({ stage, error: null })
  return true
}

/** Ends the work: with a message and the saved file, an error, or null after a cancel. */
function ended(outcome: { readonly words: string; readonly saved: SavedFile } | AppError | null): void {
  const error = outcome !== null && 'code' in outcome && outcome.code !== 'cancelled' ? outcome : null
  useSaving.setState({ stage: 'none', error })
  if (error !== null && useSaving.getState().conversationId === null) showToast(i18next.t('saving.failed'))
  if (outcome === null || 'code' in outcome) return
  closeSaving()
  const { saved, words } = outcome
  const token = saved.by === 'main' ? saved.token : undefined
  showToast(
    words,
    token === undefined ? null : { label: i18next.t('saving.openFile'), run: () => void openSaved(token) },
  )
}

async function openSaved(token: string): Promise<void> {
  const answer = await call('transfer.openSaved', { token })
  if (!answer.ok) showToast(i18next.t('saving.fileGone'))
}

/** Saves chats as a file. */
export async function saveChats(conversationIds: readonly string[]): Promise<void> {
  const { format, thinking } = useSaving.getState()
  if (format === 'png' || !begins('saving')) return
  const answer = await call('transfer.save', { conversationIds: [...conversationIds], format, thinking })
  if (!answer.ok) return ended(answer.error)
  const { chats, missing, saved } = answer.value
  if (!finishSaving(saved)) return ended(null)
  const done = chats === 1 ? i18next.t('saving.saved') : i18next.t('saving.savedCount', { count: chats })
  const words = missing === 0 ? done : `${done} ${i18next.t('saving.missing', { count: missing })}`
  ended({ words, saved })
}

/** Saves part of a chat as a picture, from one message to another and its answer. */
export async function savePicture(conversationId: string, fromId: string, toId: string): Promise<void> {
  const { thinking } = useSaving.getState()
  if (!begins('saving')) return
  const theme = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
  const stretch = await call('transfer.stretch', { conversationId, fromId, toId, thinking, theme })
  if (!stretch.ok) return ended(stretch.error)
  useSaving.setState({ stage: 'drawing' })
  const picture = await drawnPicture(stretch.value.html).catch(() => null)
  if (picture === null) return ended(pageError('picture_too_long', 'the picture was not drawn'))
  const name = stretch.value.title
  const given = await importFile(new File([picture], 'picture.png', { type: picture.type }))
  const answer = given.ok ? await call('transfer.savePicture', { token: given.value.token, name }) : given
  if (!answer.ok) return ended(answer.error)
  ended(finishSaving(answer.value) ? { words: i18next.t('saving.saved'), saved: answer.value } : null)
}
