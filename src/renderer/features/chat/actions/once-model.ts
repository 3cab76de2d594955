import type { ChatTarget } from '../../../../shared/chat.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { composerKey, pressArea, useChat } from '../state/chat-store.ts'

/** Lets a model answer the next message of the composer alone; null leaves it to the chat's own model. */
export function setOnceModel(target: ChatTarget | null): void {
  const key = composerKey(useChat.getState())
  useChat.setState(({ onceBy }) => ({
    onceBy: target === null ? withoutOnce(onceBy, key) : { ...onceBy, [key]: target },
    doubted: null,
  }))
  paidPresses.noteContentChange(pressArea('send'))
}

/** Returns the choices without that of one composer. */
export function withoutOnce(
  onceBy: Readonly<Record<string, ChatTarget>>,
  key: string,
): Readonly<Record<string, ChatTarget>> {
  return Object.fromEntries(Object.entries(onceBy).filter(([other]) => other !== key))
}
