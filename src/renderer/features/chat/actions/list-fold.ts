import { useMediaQuery } from '@mantine/hooks'
import { appState, saveSettings, useApp } from '../../../platform/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { focusComposer } from './drafts.ts'

/** Windows for which the list overlays the chat and closes automatically; `Sidebar.module.css` has the same value. */
const overQuery = '(max-width: 959px)'

/** Returns whether the list of chats is shown, over the chat or next to it. */
export function useListShown(): boolean {
  const isOver = useMediaQuery(overQuery, undefined, { getInitialValueInEffect: false })
  const isFolded = useApp((state) => state.settings.chatListFolded)
  const listShown = useChat((state) => state.listShown)
  return isOver ? listShown : !isFolded
}

/** Shows or hides the list of chats. In a wide window the choice is kept; the focus leaves a hidden list. */
export function toggleList(): void {
  if (window.matchMedia(overQuery).matches) {
    useChat.setState(({ listShown }) => ({ listShown: !listShown }))
    return
  }
  const chatListFolded = !appState().settings.chatListFolded
  const hadFocus = document.activeElement?.closest('[data-chat-list]') != null
  void saveSettings({ chatListFolded })
  if (chatListFolded && hadFocus) focusComposer()
}
