import { Menu } from '@mantine/core'
import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../components/buttons.module.css'
import { copyText } from '../../components/clipboard.ts'
import { MoreMenu } from '../../components/MoreMenu.tsx'
import classes from './ChatHeader.module.css'
import { ConversationMenuItems } from './ConversationMenuItems.tsx'
import { chatNow, useChat } from './chat-store.ts'
import { conversationText } from './conversation-text.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { ParametersPopover } from './ParametersPopover.tsx'

export function ChatHeader() {
  const { t } = useTranslation()
  const conversation = useChat((state) => state.chat.open?.conversation ?? null)
  const listShown = useChat((state) => state.listShown)
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={`${buttons.icon} ${classes.toggle}`}
        aria-label={t('chat.showList')}
        aria-expanded={listShown}
        onClick={() => useChat.setState({ listShown: !listShown })}
      >
        <PanelLeft size={18} strokeWidth={1.75} />
      </button>
      <ModelPicker />
      <span className={classes.grow} />
      <ParametersPopover />
      {conversation === null ? null : (
        <MoreMenu width={220}>
          <Menu.Item onClick={() => void copyText(conversationText(chatNow().open?.messages ?? []))}>
            {t('chat.copyConversation')}
          </Menu.Item>
          <ConversationMenuItems conversation={conversation} />
        </MoreMenu>
      )}
    </header>
  )
}
