import { call } from '../../../platform/bridge/client.ts'
import type { ItemPlace } from '../../../platform/feature.ts'
import { showPanel } from '../../../platform/navigation.ts'
import { openConversation, openConversationAt } from '../chat-actions.ts'
import { chatNow, useChat } from '../chat-store.ts'
import { focusComposer } from '../composer/drafts.ts'
import { type Find, findFrom, findStep } from './find.ts'

let serial = 0

/** Opens a found conversation: as it is, or at a message with the hits highlighted. */
export async function openFound({ key, partId, search }: ItemPlace): Promise<void> {
  showPanel('chat')
  endFind()
  if (partId === null) {
    await openConversation(key.id)
    return
  }
  if (!(await showMessage(key.id, partId)) || search === null) return
  serial += 1
  const mine = serial
  const begin = { conversationId: key.id, messageId: partId, ...search }
  showHit(findFrom(begin, [partId], mine))
  const answer = await call('history.hits', { key, text: search.text })
  // loading the other hits does not move the shown one
  if (answer.ok && useChat.getState().find?.serial === mine)
    useChat.setState({ find: findFrom(begin, answer.value.partIds, mine) })
}

/** Moves to a hit. `useFind` scrolls to it, so no other code may scroll to the message. */
function showHit(next: Find): void {
  useChat.setState(({ chat }) => ({
    find: next,
    chat: chat.open === null ? chat : { ...chat, open: { ...chat.open, show: null } },
  }))
}

/** Loads a message into the page if it is not there. */
async function showMessage(conversationId: string, messageId: string): Promise<boolean> {
  const { open } = chatNow()
  const there = open?.conversation.id === conversationId && open.messages.some(({ id }) => id === messageId)
  return there || (await openConversationAt(conversationId, messageId))
}

/** Goes to another hit. */
export async function stepFind(step: number): Promise<void> {
  const before = useChat.getState().find
  if (before === null) return
  const at = findStep(before, step)
  const messageId = before.messageIds[at]
  if (messageId === undefined || !(await showMessage(before.conversationId, messageId))) return
  if (useChat.getState().find?.text !== before.text) return
  serial += 1
  showHit({ ...before, at, serial })
}

/** Ends the search. */
export function endFind(focus = false): void {
  if (useChat.getState().find === null) return
  useChat.setState({ find: null })
  if (focus) focusComposer()
}
