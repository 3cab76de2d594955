import type { ChatTarget } from '../../../shared/chat.ts'
import { columnsMax } from '../../../shared/parameter-limits.ts'
import type { StoredConversation } from '../../storage/conversations.ts'

/** Returns true if the target is the conversation's own model. */
export function isOwnTarget(
  target: ChatTarget,
  conversation: Pick<StoredConversation, 'connectionId' | 'model'>,
): boolean {
  return target.connectionId === conversation.connectionId && target.model === conversation.model
}

/** Returns each model once, and at most as many as fit next to each other. */
export function distinctTargets(targets: readonly ChatTarget[]): readonly ChatTarget[] {
  const known = new Map(targets.map((target) => [JSON.stringify([target.connectionId, target.model]), target]))
  return [...known.values()].slice(0, columnsMax)
}
