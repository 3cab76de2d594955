import type { ToolInfo } from '../../../../shared/tools.ts'
import { webSearchTool } from '../../../../shared/web-tool-ids.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'

const isSearch = (id: string): boolean => id === webSearchTool

/** Returns true if a service is set up, which its tool shows. */
export function canSearchWeb({ tools }: { readonly tools: readonly ToolInfo[] } = useTools.getState()): boolean {
  return tools.some(({ id }) => isSearch(id))
}

/** Returns true if the open chat searches the web; the next one while none is open. */
export function searchesWeb(state = useChat.getState()): boolean {
  const { tools } = state.chat.open?.conversation.parameters ?? state.newParameters
  return canSearchWeb() && !isTemporaryOpen(state) && tools?.enabled.some(isSearch) === true
}

/** Returns true if the open chat searches the web. The component is rendered again after a change. */
export function useSearchesWeb(): boolean {
  useTools(canSearchWeb)
  return useChat(searchesWeb)
}
