import i18next from 'i18next'
import { MessageCircle } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { showPanel } from '../../platform/navigation.ts'
import { newChat } from './actions/chat-actions.ts'
import { focusComposer, whenComposerIsThere } from './actions/drafts.ts'
import { openFind, openFound } from './actions/find-actions.ts'
import { newTemporaryChat } from './actions/temporary-actions.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { findConversations, useChatBadge, useChatCommands } from './chat-commands.ts'
import { acceptsPicture, startChat, takePicture, takeText } from './chat-events.ts'
import { useChat } from './state/chat-store.ts'

/** The quick window's content. It is small and consists of parts of the chat. */
export { QuickPanel } from './quick/QuickPanel.tsx'

export const chat: Feature = {
  id: 'chat',
  icon: MessageCircle,
  place: 'top',
  Panel: ChatPanel,
  start: startChat,
  useCommands: useChatCommands,
  find: findConversations,
  useBadge: useChatBadge,
  enter: () => whenComposerIsThere(focusComposer),
  beginNew: () => {
    showPanel('chat')
    void newChat()
  },
  beginTemporary: () => {
    showPanel('chat')
    void newTemporaryChat()
  },
  chooseModel: () => {
    showPanel('chat')
    useChat.setState({ pickerOpen: true })
  },
  findHere: openFind,
  items: { kind: 'chat', open: (place) => void openFound(place) },
  takesPictures: { label: () => i18next.t('chat.sendHere'), accepts: acceptsPicture, take: takePicture },
  takeText: (text) => void takeText(text),
}
