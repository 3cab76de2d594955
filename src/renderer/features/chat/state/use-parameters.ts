import type { Parameters } from '../../../../shared/chat.ts'
import { useChat } from './chat-store.ts'

/** Returns the parameters of the open conversation, or those of the next new one. */
export function useParameters(): Parameters {
  return useChat((state) => state.chat.open?.conversation.parameters ?? state.newParameters)
}
