import i18next from 'i18next'
import type { MediaItem } from '../../../shared/media.ts'
import { isRefused } from '../../../shared/refused-models.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import type { ToolCall } from '../../../shared/tools.ts'
import { forgetUnsent, unsentText } from '../../components/forms/unsent-text.ts'
import { firstModel } from '../../components/model-picker/model-groups.ts'
import { calledTitle } from '../../components/tools/tool-words.ts'
import { appState } from '../../platform/app-store.ts'
import { call, on, onReconnect } from '../../platform/bridge/client.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'
import type { SentPicture } from '../../platform/feature.ts'
import { useModels } from '../../platform/models-store.ts'
import { showPanel } from '../../platform/navigation.ts'
import { isQuickPage, newChatOwner } from '../../platform/page-kind.ts'
import { isInBackground, onNoteClicked, showSystemNote } from '../../platform/system-notes.ts'
import { showToast } from '../../platform/toasts.ts'
import { useTools } from '../../platform/tools-store.ts'
import {
  changedEarly,
  followStreams,
  isChoosingBranch,
  loadList,
  newChat,
  openConversation,
  rememberedOpen,
  reopenSilently,
} from './actions/chat-actions.ts'
import { restoreFiles } from './actions/composer-files.ts'
import { draftTyped, flushDraft, focusComposer, showDraft, whenComposerIsThere } from './actions/drafts.ts'
import { followFind } from './actions/find-actions.ts'
import { followFolders } from './actions/folders-store.ts'
import { toldForking } from './actions/fork-actions.ts'
import { beginNewParameters, followNewChatSettings } from './actions/new-parameters.ts'
import { followOffers } from './actions/offers-store.ts'
import { addLibraryPicture, restorePictures } from './actions/pictures.ts'
import { followDraft } from './actions/retrieval.ts'
import { loadTemporaryChats, takeKept } from './actions/temporary-actions.ts'
import { startWriting } from './actions/written-answers.ts'
import { chatNow, dispatch, streamTexts, streamThoughts, useChat } from './state/chat-store.ts'
import { withBeside } from './state/messages.ts'
import { doubtAbout } from './state/model-doubt.ts'
import { currentTarget } from './state/target.ts'
import { isWithheld } from './state/temporary-open.ts'
import { useTitleOffer } from './state/title-offer.ts'

/** Selects a chat model if the current one cannot accept content from another panel. */
function leaveOtherKinds(hasPicture: boolean): void {
  const { connection, model } = currentTarget()
  const listed = connection === null ? [] : (useModels.getState().catalogues[connection.id]?.models ?? [])
  const own = appState().settings.modelAbilityOf
  const doubt = doubtAbout(model, listed, hasPicture, own)
  if (connection === null || model === '' || doubt === null) return
  const { refusedModels } = appState().settings
  const fitting = listed.filter(
    ({ id }) =>
      doubtAbout(id, listed, hasPicture, own) === null &&
      !isRefused(refusedModels, { connectionId: connection.id, model: id }),
  )
  const chat = firstModel(fitting, 'chat')
  if (chat !== '') useChat.setState({ newTarget: { connectionId: connection.id, model: chat } })
}

/** Appends a text from another panel to the composer of a new chat. */
export async function takeText(text: string): Promise<void> {
  showPanel('chat')
  await newChat()
  leaveOtherKinds(false)
  const typed = useChat.getState().draft.text.trimEnd()
  showDraft(typed === '' ? text : `${typed}\n\n${text}`, true)
  // from now on the composer holds and stores the text
  whenComposerIsThere(draftTyped)
}

/** Returns true if a message accepts a picture of this type. */
export function acceptsPicture({ mime }: MediaItem): boolean {
  return /^image\/(png|jpeg|webp|gif)$/.test(mime)
}

/** Adds a picture from another panel to the composer. */
export function takePicture({ media }: SentPicture): void {
  if (isWithheld()) return
  if (chatNow().open === null) leaveOtherKinds(true)
  addLibraryPicture(media)
  showPanel('chat')
  whenComposerIsThere(focusComposer)
}

let reopening = false

/** Reloads after a gap; several gaps at once cause one reload. */
async function healGap(): Promise<void> {
  if (reopening) return
  reopening = true
  await reopenSilently()
  reopening = false
}

/** Reads which calls wait for the user, in all conversations. */
async function loadAsking(): Promise<void> {
  const answer = await call('tools.waiting', {})
  if (answer.ok) dispatch({ type: 'asking', calls: answer.value })
}

/** Notifies a user who is elsewhere that a call waits. */
function tellAsking(asked: ToolCall, conversationId: string): void {
  // the main window does this; a hidden quick window is always in the background
  if (isQuickPage || !isInBackground()) return
  const title = chatNow().list.find(({ id }) => id === conversationId)?.title ?? ''
  const tool = calledTitle(i18next.t, asked, useTools.getState().tools)
  void showSystemNote({ owner: 'chat', id: asked.id, title: i18next.t('tools.noteTitle', { tool }), body: title })
}

function listen(): void {
  followNewChatSettings()
  startWriting()
  followFind()
  on('chat.call', ({ call: changed, conversationId }) => {
    changedEarly(conversationId)
    const isNew = changed.state === 'asking' && chatNow().asking[changed.id] === undefined
    if (changed.state !== 'asking' && chatNow().asking[changed.id] !== undefined) {
      forgetUnsent(`call:${changed.id}`)
      forgetUnsent(`note:${changed.id}`)
    }
    dispatch({ type: 'call', conversationId, call: changed })
    // main cancels the calls of a stopped answer
    if (isNew && !streamTexts.isHeld(changed.messageId)) tellAsking(changed, conversationId)
  })
  onNoteClicked('chat', (callId) => {
    const conversationId = chatNow().asking[callId]
    if (isQuickPage || conversationId === undefined) return
    showPanel('chat')
    void openConversation(conversationId)
  })
  on('chat.delta', (delta) => {
    if (streamTexts.applyDelta(delta) === 'gap') void healGap()
  })
  on('chat.thinking', (delta) => {
    if (streamThoughts.applyDelta(delta) === 'gap') void healGap()
  })
  on('chat.message', (message) => {
    changedEarly(message.conversationId)
    followStreams([message])
    dispatch({ type: 'message', message })
  })
  on('chat.status', ({ attachments, messageId, conversationId, passages, stream, length, status }) => {
    changedEarly(conversationId)
    const ended = stream === null ? streamTexts.endStream(messageId) : null
    const open = chatNow().open
    const thinking = stream === null ? (streamThoughts.endStream(messageId)?.text ?? '') : ''
    dispatch({
      type: 'status',
      messageId,
      conversationId,
      stream,
      status,
      attachments,
      passages,
      ended: ended === null ? null : { ...ended, thinking },
    })
    if (open?.conversation.id !== conversationId) return
    const known = withBeside(open.messages).find((message) => message.id === messageId)
    const text = ended?.text ?? streamTexts.received(messageId) ?? known?.text
    if (text !== undefined && text.length !== length) void healGap()
  })
  on('temporary.kept', (kept) => void takeKept(kept))
  on('chat.conversation', (conversation) => {
    changedEarly(conversation.id)
    dispatch({ type: 'conversation', conversation })
  })
  on('chat.rearranged', ({ conversationId }) => {
    changedEarly(conversationId)
    if (!isChoosingBranch() && chatNow().open?.conversation.id === conversationId) void reopenSilently()
  })
  let hasToldUntitled = false
  on('chat.forking', toldForking)
  on('chat.untitled', ({ error }) => {
    // a toast, shown only once: the chats keep their first line as title
    if (!hasToldUntitled) showToast(i18next.t('titles.failed', { reason: errorTitle(i18next.t, error) }))
    hasToldUntitled = true
  })
  on('titles.offered', (offer) => useTitleOffer.setState({ offer }))
  on('transfer.imported', () => {
    changedEarly()
    void loadList(Math.max(100, chatNow().list.length))
  })
  on('chat.removed', ({ conversationId }) => {
    changedEarly(conversationId)
    const wasOpen = chatNow().open?.conversation.id === conversationId
    dispatch({ type: 'removed', conversationId })
    if (wasOpen) void newChat()
  })

  onReconnect(() => {
    changedEarly()
    void loadList(Math.max(100, chatNow().list.length))
    void loadTemporaryChats()
    void reopenSilently(true)
    void loadAsking()
  })
  window.addEventListener('pagehide', flushDraft)
}

/** Loads the list and the last open conversation, and keeps both up to date. */
export async function startChat(): Promise<void> {
  beginNewParameters()
  followDraft()
  listen()
  void loadAsking()
  void followOffers()
  void followFolders()
  const temporary = await loadTemporaryChats()
  const remembered = rememberedOpen()
  // a temporary chat may have ended with an earlier process
  const isGone = remembered !== null && isTemporaryChat(remembered) && temporary.every(({ id }) => id !== remembered)
  const last = isGone ? null : remembered
  const [, opened] = await Promise.all([loadList(), last === null ? false : openConversation(last)])
  if (opened) {
    editUnsent()
    return
  }
  // the newest chat is known now
  beginNewParameters()
  void restorePictures()
  void restoreFiles()
  const draft = await call('chat.draft', { conversationId: newChatOwner })
  if (draft.ok) showDraft(draft.value.text, true)
}

/** Reopens the editor of a message that was being edited when the page ended. */
function editUnsent(): void {
  const edited = chatNow().open?.messages.find(({ id }) => unsentText(`message:${id}`) !== null)
  if (edited !== undefined) useChat.setState({ editing: edited.id })
}
