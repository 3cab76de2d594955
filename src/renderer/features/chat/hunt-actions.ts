import { showPanel } from '../../app/navigation.ts'
import type { ItemPlace } from '../../app/open-item.ts'
import { call } from '../../bridge/client.ts'
import { openConversation, openConversationAt } from './chat-actions.ts'
import { chatNow, useChat } from './chat-store.ts'
import { focusComposer } from './drafts.ts'
import { huntFrom, huntStep } from './hunt.ts'

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
  useChat.setState({ hunt: huntFrom(begin, [partId], mine) })
  const answer = await call('history.hits', { key, text: search.text })
  const { hunt } = useChat.getState()
  // what else there is does not move what is looked at
  if (answer.ok && hunt?.serial === mine) useChat.setState({ hunt: huntFrom(begin, answer.value.partIds, mine) })
}

/** Brings a message into the page, unless it is there. */
async function showMessage(conversationId: string, messageId: string): Promise<boolean> {
  const { open } = chatNow()
  const there = open?.conversation.id === conversationId && open.messages.some(({ id }) => id === messageId)
  return there || (await openConversationAt(conversationId, messageId))
}

/** Goes to another hit. */
export async function stepHunt(step: number): Promise<void> {
  const { hunt } = useChat.getState()
  if (hunt === null) return
  const at = huntStep(hunt, step)
  const messageId = hunt.messageIds[at]
  if (messageId === undefined || !(await showMessage(hunt.conversationId, messageId))) return
  if (useChat.getState().hunt?.text !== hunt.text) return
  serial += 1
  useChat.setState({ hunt: { ...hunt, at, serial } })
}

/** Nothing is looked for any more. */
export function endHunt(focus = false): void {
  if (useChat.getState().hunt === null) return
  useChat.setState({ hunt: null })
  if (focus) focusComposer()
}
