import i18next from 'i18next'
import { create } from 'zustand'
import type { Conversation } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { EventPayload } from '../../../../shared/ipc/contract.ts'
import { temporaryChatId } from '../../../../shared/temporary-chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { newChatTarget } from '../state/target.ts'
import { newChat, openConversation } from './chat-actions.ts'
import {
  blurComposer,
  composerText,
  draftTyped,
  flushDraft,
  focusComposer,
  showDraft,
  whenComposerIsThere,
} from './drafts.ts'

/** The temporary chat whose end the user has to confirm. */
export const useEnding = create<{ readonly conversation: Conversation | null }>(() => ({ conversation: null }))

/** Returns true if no message was sent in a temporary chat yet. */
function isEmpty({ snippet }: Conversation): boolean {
  return snippet === ''
}

/**
 * Opens a temporary chat in which nothing was sent yet. Until it is open, the previous chat has no focus and sends
 * nothing: text typed from now on is not meant for the disk.
 */
export async function newTemporaryChat(): Promise<void> {
  if (useChat.getState().openingTemporary) return
  useChat.setState({ openingTemporary: true })
  blurComposer()
  try {
    await openTemporaryChat()
  } finally {
    useChat.setState({ openingTemporary: false })
    focusComposer()
  }
}

async function openTemporaryChat(): Promise<void> {
  const unused = chatNow().temporary.find(isEmpty)
  if (unused !== undefined) {
    await openConversation(unused.id)
    return
  }
  flushParameters()
  const { connection, model } = newChatTarget()
  const answer = await call('temporary.begin', {
    conversationId: temporaryChatId(crypto.randomUUID()),
    connectionId: connection?.id ?? null,
    model,
    parameters: defaultParameters,
  })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  dispatch({ type: 'conversation', conversation: answer.value })
  await openConversation(answer.value.id)
}

/** Reads the list of temporary chats. */
export async function loadTemporaryChats(): Promise<readonly Conversation[]> {
  const answer = await call('temporary.list', {})
  if (!answer.ok) return chatNow().temporary
  dispatch({ type: 'temporaries', conversations: answer.value })
  return answer.value
}

/** Turns a temporary chat into an ordinary one. Pages follow on the event `temporary.kept`. */
export async function keepTemporaryChat(conversationId: string): Promise<void> {
  flushDraft()
  flushParameters()
  const answer = await call('temporary.keep', { conversationId, keptId: crypto.randomUUID() })
  if (!answer.ok) useChat.setState({ actionError: answer.error })
}

/** Shows a kept chat in place of the temporary one. */
export async function takeKept({ conversation, conversationId }: EventPayload<'temporary.kept'>): Promise<void> {
  const isOpen = chatNow().open?.conversation.id === conversationId
  dispatch({ type: 'conversation', conversation })
  if (isOpen) {
    const typed = composerText()
    await openConversation(conversation.id)
    // text typed while it was being kept
    if (typed !== '' && composerText() !== typed) {
      showDraft(typed, true)
      whenComposerIsThere(draftTyped)
    }
    showToast(i18next.t('temporary.kept'))
  }
  dispatch({ type: 'removed', conversationId })
}

/** Ends a temporary chat. Asks first if it has any content. */
export async function closeTemporaryChat(conversation: Conversation): Promise<void> {
  const isOpen = chatNow().open?.conversation.id === conversation.id
  if (!isEmpty(conversation) || (isOpen && composerText().trim() !== '')) useEnding.setState({ conversation })
  else await endTemporaryChat(conversation.id)
}

/** Ends a temporary chat for good. */
export async function endTemporaryChat(conversationId: string): Promise<void> {
  const isOpen = chatNow().open?.conversation.id === conversationId
  const answer = await call('chat.delete', { conversationId })
  if (!answer.ok && answer.error.code !== 'not_found') {
    useChat.setState({ actionError: answer.error })
    return
  }
  if (isOpen && chatNow().open?.conversation.id === conversationId) await newChat()
  dispatch({ type: 'removed', conversationId })
}
