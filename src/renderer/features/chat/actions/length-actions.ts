import i18next from 'i18next'
import type { ChatTarget } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { setParameters } from './answer-actions.ts'
import { cancelLong, forgetLong, useLongQuestion } from './long-question.ts'
import { type Agreed, agreedToNothing, mayBeSent } from './paid-action.ts'

/** Makes requests begin with the newest messages that fit, and sends the pending request. */
export async function sendNewest(): Promise<void> {
  const { fit, send } = useLongQuestion.getState()
  const parameters = chatNow().open?.conversation.parameters
  if (fit === null || parameters === undefined) return
  const { fromId, isAfter } = fit
  forgetLong()
  if (await setParameters({ ...parameters, context: { fromId, ...(isAfter ? { isAfter } : {}) } })) send?.()
}

/**
 * Sends the pending request whole. If the window is known only from a list, the user is not asked again in this chat.
 */
export async function sendWhole(): Promise<void> {
  const { isListed, send } = useLongQuestion.getState()
  forgetLong()
  const { chat, newParameters } = useChat.getState()
  const parameters = chat.open?.conversation.parameters ?? newParameters
  if (!isListed || (await setParameters({ ...parameters, whole: true }))) send?.()
}

/** Asks a model to summarise what does not fit. The user reads the summary before anything else is sent. */
export async function summariseRest({ connectionId, model }: ChatTarget, agreed = agreedToNothing): Promise<void> {
  const { fit, key, summariser } = useLongQuestion.getState()
  const conversationId = chatNow().open?.conversation.id
  if (fit === null || summariser !== null || conversationId !== key) return
  const again = (now: Agreed) => void summariseRest({ connectionId, model }, now)
  if (!(await mayBeSent({ agreed, again }))) return
  useLongQuestion.setState({ summariser: model, error: null })
  const { fromId, isAfter } = fit
  const wish = { conversationId, fromId, ...(isAfter ? { isAfter } : {}), connectionId, model }
  const answer = await call('chat.summarise', wish)
  if (answer.ok) dispatch({ type: 'conversation', conversation: answer.value })
  if (useLongQuestion.getState().key !== key) return
  if (answer.ok) {
    cancelLong()
    showToast(i18next.t('length.made'))
  } else useLongQuestion.setState({ summariser: null, error: answer.error.code === 'cancelled' ? null : answer.error })
}

/** Cancels the summary request or, without one, the question. */
export function stopLong(): void {
  const { key, summariser } = useLongQuestion.getState()
  if (summariser === null) cancelLong()
  else void call('chat.stopSummary', { conversationId: key })
}

/** Makes requests include the whole branch again. */
export async function sendEverything(): Promise<void> {
  const parameters = chatNow().open?.conversation.parameters
  if (parameters === undefined) return
  const { context: _, ...others } = parameters
  await setParameters(others)
}
