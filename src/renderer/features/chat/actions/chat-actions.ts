import i18next from 'i18next'
import type { Message } from '../../../../shared/chat.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { beginningOf } from '../../../../shared/writing.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { appState } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useModels } from '../../../platform/models-store.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { ownOpenKey } from '../../../platform/quick.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, pressArea, streamTexts, streamThoughts, useChat } from '../state/chat-store.ts'
import { EarlyOpening } from '../state/early-opening.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { withBeside } from '../state/messages.ts'
import { inheritedTarget } from '../state/target.ts'
import { bringFolderFiles, restoreFiles } from './composer-files.ts'
import { composerText, flushDraft, focusComposer, showDraft } from './drafts.ts'
import { freshParameters } from './new-parameters.ts'
import { restorePictures } from './pictures.ts'

export const pageSize = 50
export const listPageSize = 100
/** Maximum number of chats in one page of the list. */
const listPageMax = 500

// the latest call wins: a late answer must not replace a conversation opened after it
let openings = 0

/** Reads the first page of the list of conversations. */
export async function loadList(limit = listPageSize): Promise<void> {
  const answer = await call('chat.list', { query: '', offset: 0, limit: Math.min(listPageMax, limit), folderId: null })
  if (answer.ok) {
    dispatch({ type: 'listed', offset: 0, ...answer.value })
    useChat.setState({ listError: null })
  } else useChat.setState({ listError: answer.error })
}

let loadingMore: Promise<void> | null = null

/** Reads the next page of the list, or waits for the one being read. */
export async function loadMore(limit = listPageSize): Promise<void> {
  if (!chatNow().hasMore) return
  loadingMore ??= readMore(limit).finally(() => {
    loadingMore = null
  })
  await loadingMore
}

async function readMore(limit: number): Promise<void> {
  const offset = chatNow().list.length
  const answer = await call('chat.list', { query: '', offset, limit, folderId: null })
  if (answer.ok) dispatch({ type: 'listed', offset, ...answer.value })
}

/** Reads all remaining pages of the list, up to one that cannot be read. */
export async function loadRest(): Promise<void> {
  for (let before = -1; chatNow().hasMore && chatNow().list.length > before; ) {
    before = chatNow().list.length
    await loadMore(listPageMax)
  }
}

/** Starts to follow the running streams among these messages. */
export function followStreams(messages: readonly Message[]): void {
  const { ended } = chatNow()
  for (const message of withBeside(messages)) {
    if (message.stream !== null && !ended.includes(message.stream)) {
      streamTexts.followStream(message.id, message.stream, message.text)
      streamThoughts.followStream(message.id, message.stream, message.thinking?.text ?? '')
    }
  }
}

/** Shows all of the answers that have ended: stopped ones are cut only where they were stopped. */
function showWholeAnswers(messages: readonly Message[]): void {
  for (const { id, stream } of withBeside(messages)) {
    if (stream !== null) continue
    streamTexts.release(id)
    streamThoughts.release(id)
  }
}

const early = new EarlyOpening<Result<CallOutput<'chat.open'>>>(() => performance.now())

/** Asks main for a conversation that will probably be opened. Reads only. */
export function askEarly(conversationId: string): void {
  if (chatNow().open?.conversation.id === conversationId) return
  early.ask(conversationId, () => call('chat.open', { conversationId, limit: pageSize }))
}

/** Drops what was asked early of a conversation that has changed since; without an id, of any. */
export function changedEarly(conversationId: string | null = null): void {
  early.changed(conversationId)
}

/** Resolves to a conversation's end: the early answer where nothing streams in it, as the page missed its deltas. */
async function readEnd(conversationId: string): Promise<Result<CallOutput<'chat.open'>>> {
  const asked = early.take(conversationId)
  const before = asked === null ? null : await asked
  const isStill = before?.ok === true && withBeside(before.value.page.messages).every(({ stream }) => stream === null)
  return isStill ? before : await call('chat.open', { conversationId, limit: pageSize })
}

/** Opens a conversation at its end. */
export async function openConversation(conversationId: string): Promise<boolean> {
  if (chatNow().open?.conversation.id === conversationId) {
    useChat.setState({ listShown: false })
    return true
  }
  return await show(conversationId, readEnd(conversationId), null)
}

/** Opens a conversation at a message, in any branch. */
export async function openConversationAt(conversationId: string, messageId: string): Promise<boolean> {
  return await show(conversationId, choosingBranch(call('chat.around', { messageId, limit: pageSize })), messageId)
}

let choices = 0

/** Awaits a call that may select another branch; `isChoosingBranch` is true until it ends. */
export async function choosingBranch<T>(asked: Promise<T>): Promise<T> {
  choices += 1
  try {
    return await asked
  } finally {
    choices -= 1
  }
}

/**
 * Returns true if this page is selecting a branch: the answer to its call is more complete than the event before it.
 */
export function isChoosingBranch(): boolean {
  return choices > 0
}

/** Shows the end of the open conversation, if an earlier part was shown. */
export async function showEnd(): Promise<void> {
  const { open } = chatNow()
  if (open === null || !open.hasLater) return
  const conversationId = open.conversation.id
  const answer = await call('chat.open', { conversationId, limit: pageSize })
  if (chatNow().open?.conversation.id !== conversationId) return
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  const { conversation, page } = answer.value
  followStreams(page.messages)
  dispatch({ type: 'opened', conversation, page, show: null })
}

async function show(
  conversationId: string,
  asked: Promise<Result<CallOutput<'chat.open'>>>,
  messageId: string | null,
): Promise<boolean> {
  flushDraft()
  flushParameters()
  openings += 1
  const opening = openings
  useChat.setState({ opening: conversationId, openError: null, listShown: false })
  const answer = await asked
  if (opening !== openings) return false
  const same = chatNow().open?.conversation.id === conversationId
  useChat.setState({
    opening: null,
    sendError: null,
    doubted: null,
    actionError: null,
    editing: null,
    pictureFailures: [],
  })
  if (!answer.ok) {
    useChat.setState({ openError: { conversationId, error: answer.error } })
    return false
  }
  const { conversation, page, draft } = answer.value
  showWholeAnswers(page.messages)
  followStreams(page.messages)
  // text typed meanwhile belongs to the conversation being left
  flushDraft()
  flushParameters()
  dispatch({ type: 'opened', conversation, page, show: messageId })
  if (!same) useChat.setState({ find: null })
  rememberOpen(conversationId)
  // text typed in the open conversation may be newer than the stored draft
  if (!same) {
    showDraft(draft, messageId === null)
    void restorePictures()
    void restoreFiles()
  }
  return true
}

/**
 * Reloads the open conversation after a gap, without any visible change. `anew`: main was away and may be another
 * process with other stream numbers. Streamed text stays on the page until the answer.
 */
export async function reopenSilently(anew = false): Promise<void> {
  const { open } = chatNow()
  const forget = () => {
    if (!anew) return
    streamTexts.clear()
    streamThoughts.clear()
    dispatch({ type: 'forgetStreams' })
  }
  // an earlier part does not change without the user
  if (open === null || open.hasLater) return forget()
  const limit = Math.min(500, Math.max(pageSize, open.messages.length))
  const conversationId = open.conversation.id
  const answer = await call('chat.open', { conversationId, limit })
  forget()
  if (chatNow().open?.conversation.id !== conversationId) return
  if (answer.ok) {
    followStreams(answer.value.page.messages)
    dispatch({ type: 'reopened', conversation: answer.value.conversation, page: answer.value.page })
  } else if (answer.error.code === 'not_found') {
    // the text in its composer must not become the draft of a new chat
    if (isTemporaryChat(conversationId)) {
      await newChat()
      showToast(i18next.t('temporary.ended'))
    }
    dispatch({ type: 'removed', conversationId })
  }
}

/** Shows a new chat, which is not stored yet. */
export async function newChat(): Promise<void> {
  flushDraft()
  flushParameters()
  openings += 1
  const opening = openings
  const state = useChat.getState()
  const { connections, settings } = appState()
  const newTarget = inheritedTarget(state, connections, useModels.getState().catalogues, settings)
  dispatch({ type: 'closed' })
  rememberOpen(null)
  useChat.setState({
    find: null,
    opening: null,
    openError: null,
    sendError: null,
    doubted: null,
    actionError: null,
    pictureFailures: [],
    editing: null,
    listShown: false,
    newTarget,
    newParameters: freshParameters(),
    newFolder: null,
  })
  bringFolderFiles([])
  showDraft('', true)
  void restorePictures()
  void restoreFiles()
  const answer = await call('chat.draft', { conversationId: newChatOwner })
  // text typed while the draft was loading takes precedence
  if (opening === openings && answer.ok && answer.value.text !== '' && composerText() === '') {
    showDraft(answer.value.text, true)
  }
}

/** Reads the messages before the first loaded one. */
export async function loadEarlier(): Promise<void> {
  const { open } = chatNow()
  const first = open?.messages[0]
  if (open === null || first === undefined || !open.hasEarlier || useChat.getState().loadingEarlier) return
  useChat.setState({ loadingEarlier: true })
  const answer = await call('chat.earlier', { beforeId: first.id, limit: pageSize })
  useChat.setState({ loadingEarlier: false })
  if (answer.ok) {
    followStreams(answer.value.messages)
    dispatch({ type: 'earlier', conversationId: open.conversation.id, beforeId: first.id, page: answer.value })
  }
}

/** Reads the messages after the last loaded one. */
export async function loadLater(): Promise<void> {
  const { open } = chatNow()
  const last = open?.messages.at(-1)
  if (open === null || last === undefined || !open.hasLater || useChat.getState().loadingLater) return
  useChat.setState({ loadingLater: true })
  const answer = await call('chat.later', { afterId: last.id, limit: pageSize })
  useChat.setState({ loadingLater: false })
  if (!answer.ok) return
  followStreams(answer.value.messages)
  dispatch({ type: 'later', conversationId: open.conversation.id, afterId: last.id, page: answer.value })
}

/** Changes a conversation; shows an error when main refuses. */
async function update(change: Parameters<typeof call<'chat.update'>>[1]): Promise<void> {
  const answer = await call('chat.update', change)
  if (answer.ok) dispatch({ type: 'conversation', conversation: answer.value })
  else useChat.setState({ actionError: answer.error })
}

export async function renameConversation(conversationId: string, title: string): Promise<void> {
  useChat.setState({ renaming: null })
  const name = beginningOf(title.trim(), 200)
  const { list, open, temporary } = chatNow()
  const known = [...list, ...temporary, ...(open === null ? [] : [open.conversation])]
  const before = known.find((conversation) => conversation.id === conversationId)?.title
  // an unchanged automatic title must not become a chosen one
  if (name !== '' && name !== before) await update({ conversationId, title: name })
}

export async function pinConversation(conversationId: string, pinned: boolean): Promise<void> {
  await update({ conversationId, pinned })
}

/** Chooses the model of the open conversation, or of the next new one. */
export async function chooseModel(connectionId: string, model: string): Promise<void> {
  const { open } = chatNow()
  useChat.setState({ pickerOpen: false, sendError: null, doubted: null })
  paidPresses.noteContentChange(pressArea('send'))
  if (open === null) useChat.setState({ newTarget: { connectionId, model } })
  else await update({ conversationId: open.conversation.id, connectionId, model })
  focusComposer()
}

/** Deletes a conversation and offers undo. */
export async function deleteConversation(conversationId: string): Promise<void> {
  const { open, list } = chatNow()
  const isOpen = open?.conversation.id === conversationId
  const known = list.find((conversation) => conversation.id === conversationId)
  const answer = await call('chat.delete', { conversationId })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  dispatch({ type: 'removed', conversationId })
  if (isOpen) await newChat()
  const title = known?.title ?? open?.conversation.title ?? ''
  showToast(i18next.t('chat.deleted', { title }), {
    label: i18next.t('app.undo'),
    run: async () => {
      const restored = await call('chat.restore', { conversationId })
      if (!restored.ok) {
        useChat.setState({ actionError: restored.error })
        return
      }
      dispatch({ type: 'conversation', conversation: restored.value })
      if (isOpen) await openConversation(conversationId)
    },
  })
}

const key = ownOpenKey

/** Stores which conversation is open, for a page reload. A new window starts with a new chat. */
export function rememberOpen(conversationId: string | null): void {
  try {
    if (conversationId === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, conversationId)
  } catch {
    // losing this is harmless
  }
}

export function rememberedOpen(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
