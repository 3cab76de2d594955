import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { TextDocument } from '../../../../shared/text-document.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import { copyText } from '../../../components/words/clipboard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { composerKey, dispatch, pressArea, useChat } from '../state/chat-store.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { readyTarget } from './answer-actions.ts'
import { followStreams, newChat, rememberOpen } from './chat-actions.ts'
import { draftSent } from './drafts.ts'
import { type Agreed, mayBeSent } from './paid-action.ts'

const ids = new SubmissionIds()

/** Shows a new document, which is not stored yet. */
export async function newText(): Promise<void> {
  await newChat()
  useChat.setState({ newParameters: { ...defaultParameters, text: { stop: [] } } })
}

/**
 * Lets the model continue a document at an offset, once per press. Null if nothing was sent. If the user has to be
 * asked first, `again` runs with the consent.
 */
export async function continueDocument(
  text: string,
  at: number,
  agreed: Agreed,
  again: (agreed: Agreed) => void,
): Promise<TextDocument | null> {
  const pressed = (now: Agreed) => {
    paidPresses.noteContentChange(pressArea('send'))
    again(now)
  }
  if (!(await mayBeSent({ agreed, again: pressed }))) return null
  return (await paidPresses.once(pressArea('send'), 'goOn', () => send(text, at))) ?? null
}

async function send(text: string, at: number): Promise<TextDocument | null> {
  flushParameters()
  const key = composerKey(useChat.getState())
  const target = await readyTarget()
  if (composerKey(useChat.getState()) !== key) return null
  if (target.connection === null) {
    useChat.setState({ sendError: pageError('no_connection', 'no connection in the list') })
    return null
  }
  if (target.model === '') {
    useChat.setState({ pickerOpen: true })
    return null
  }
  const { chat, newParameters } = useChat.getState()
  const begins = chat.open === null
  const content = JSON.stringify([key, text, at])
  useChat.setState({ sendError: null, actionError: null })
  const answer = await call('chat.goOn', {
    conversationId: key,
    messageId: ids.one(content),
    connectionId: target.connection.id,
    model: target.model,
    parameters: chat.open?.conversation.parameters ?? newParameters,
    text,
    at,
  })
  if (!answer.ok) {
    useChat.setState({ sendError: answer.error })
    return null
  }
  ids.dropAccepted(content)
  const { conversation, document, messages } = answer.value
  const isHere = composerKey(useChat.getState()) === key
  if (isHere) draftSent(begins ? null : key)
  followStreams(messages)
  dispatch({ type: 'exchanged', conversation, messages, begins: begins && isHere })
  if (begins) useChat.setState({ newId: crypto.randomUUID(), newTarget: null })
  if (begins && isHere) rememberOpen(key)
  return isHere ? document : null
}

/** Copies a stored document to the clipboard. */
export async function copyDocument(conversationId: string): Promise<void> {
  const answer = await call('chat.readText', { conversationId })
  if (answer.ok) await copyText(answer.value.text)
}
