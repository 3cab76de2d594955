import i18next from 'i18next'
import type { ChatTarget } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../chat-store.ts'
import { isWithinBudget } from '../money/budget-question.ts'
import { setParameters } from '../thread/answer-actions.ts'
import { cancelLong, forgetLong, useLongQuestion } from './long-question.ts'

/** Lets requests begin with the newest messages that fit, and sends what was asked about. */
export async function sendNewest(): Promise<void> {
  const { fit, send } = useLongQuestion.getState()
  const parameters = chatNow().open?.conversation.parameters
  if (fit === null || parameters === undefined) return
  const { fromId, isAfter } = fit
  forgetLong()
  if (await setParameters({ ...parameters, context: { fromId, ...(isAfter ? { isAfter } : {}) } })) send?.()
}

/** Sends what was asked about, whole. Beyond a window of a list alone, the chat is not asked again. */
export async function sendWhole(): Promise<void> {
  const { isListed, send } = useLongQuestion.getState()
  forgetLong()
  const { chat, newParameters } = useChat.getState()
  const parameters = chat.open?.conversation.parameters ?? newParameters
  if (!isListed || (await setParameters({ ...parameters, whole: true }))) send?.()
}

/** Lets a model summarise what does not fit. The user reads the summary before anything else is sent. */
export async function summariseRest({ connectionId, model }: ChatTarget, isAgreed = false): Promise<void> {
  const { fit, key, summariser } = useLongQuestion.getState()
  const conversationId = chatNow().open?.conversation.id
  if (fit === null || summariser !== null || conversationId !== key) return
  if (!isAgreed && !isWithinBudget(() => void summariseRest({ connectionId, model }, true))) return
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

/** Ends the request of the summary, or the question. */
export function stopLong(): void {
  const { key, summariser } = useLongQuestion.getState()
  if (summariser === null) cancelLong()
  else void call('chat.stopSummary', { conversationId: key })
}

/** Lets requests hold the whole branch again. */
export async function sendEverything(): Promise<void> {
  const parameters = chatNow().open?.conversation.parameters
  if (parameters === undefined) return
  const { context: _, ...others } = parameters
  await setParameters(others)
}
