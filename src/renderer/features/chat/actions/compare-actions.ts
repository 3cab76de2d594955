import type { Message } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { afterPick } from '../state/compared-models.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { selectVersion } from './answer-actions.ts'
import { focusComposer } from './drafts.ts'

/** Shows or hides the columns of a comparison while the chat continues with one model. */
export function showCompared({ column }: Message, isShown: boolean): void {
  if (column === undefined) return
  useChat.setState(({ compared }) => {
    const next = new Set(compared)
    if (isShown) next.add(column.comparison)
    else next.delete(column.comparison)
    return { compared: next }
  })
}

/** Continues with one answer of a comparison: shows its branch, and uses only its model for the next message. */
export async function pickColumn(picked: Message): Promise<void> {
  const { column, id, model } = picked
  const shown = chatNow().open?.messages.some((message) => message.id === id)
  if (column === undefined || (shown !== true && !(await selectVersion(id)))) return
  flushParameters()
  const conversation = chatNow().open?.conversation
  if (conversation === undefined || conversation.id !== picked.conversationId) return
  const { compare } = conversation.parameters
  const target = { connectionId: column.connectionId, model }
  const own = { connectionId: conversation.connectionId ?? column.connectionId, model: conversation.model }
  const answer = await call('chat.update', {
    conversationId: conversation.id,
    ...target,
    parameters: {
      ...conversation.parameters,
      ...(compare === undefined ? {} : { compare: { on: false, others: [...afterPick(compare.others, target, own)] } }),
    },
  })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  dispatch({ type: 'conversation', conversation: answer.value })
  showCompared(picked, false)
  focusComposer()
}
