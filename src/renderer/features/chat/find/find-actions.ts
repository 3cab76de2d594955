import { call } from '../../../platform/bridge/client.ts'
import { showPanel } from '../../../platform/navigation.ts'
import type { ItemPlace } from '../../../platform/open-item.ts'
import { openConversation, openConversationAt } from '../chat-actions.ts'
import { chatNow, useChat } from '../chat-store.ts'
import { focusComposer } from '../composer/drafts.ts'
import { type Hunt, huntFrom, huntStep } from './find.ts'

let serial = 0

/** Shows a conversation that was found: as it is, or at one of its messages with what was looked for marked. */
export async function openFound({ key, partId, search }: ItemPlace): Promise<void> {
  showPanel('chat')
  endHunt()
  if (partId === null) {
    await openConversation(key.id)
    return
  }
  if (!(await showMessage(key.id, partId)) || search === null) return
  serial += 1
  const mine = serial
  const begin = { conversationId: key.id, messageId: partId, ...search }
  hunt(huntFrom(begin, [partId], mine))
  const answer = await call('history.hits', { key, text: search.text })
  // what else there is does not move what is looked at
  if (answer.ok && useChat.getState().hunt?.serial === mine)
    useChat.setState({ hunt: huntFrom(begin, answer.value.partIds, mine) })
}

/** Goes on with a hunt, which brings its hit into view itself: nothing else may scroll to the message. */
function hunt(next: Hunt): void {
  useChat.setState(({ chat }) => ({
    hunt: next,
    chat: chat.open === null ? chat : { ...chat, open: { ...chat.open, show: null } },
  }))
}

/** Brings a message into the page, unless it is there. */
async function showMessage(conversationId: string, messageId: string): Promise<boolean> {
  const { open } = chatNow()
  const there = open?.conversation.id === conversationId && open.messages.some(({ id }) => id === messageId)
  return there || (await openConversationAt(conversationId, messageId))
}

/** Goes to another hit. */
export async function stepHunt(step: number): Promise<void> {
  const before = useChat.getState().hunt
  if (before === null) return
  const at = huntStep(before, step)
  const messageId = before.messageIds[at]
  if (messageId === undefined || !(await showMessage(before.conversationId, messageId))) return
  if (useChat.getState().hunt?.text !== before.text) return
  serial += 1
  hunt({ ...before, at, serial })
}

/** Nothing is looked for any more. */
export function endHunt(focus = false): void {
  if (useChat.getState().hunt === null) return
  useChat.setState({ hunt: null })
  if (focus) focusComposer()
}
