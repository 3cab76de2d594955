import { Menu } from '@mantine/core'
import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import buttons from '../../../components/buttons.module.css'
import { copyText } from '../../../components/clipboard.ts'
import { Line } from '../../../components/Line.tsx'
import { MoreMenu } from '../../../components/MoreMenu.tsx'
import { TitleField } from '../../../components/TitleField.tsx'
import { renameConversation } from '../chat-actions.ts'
import { chatNow, useChat } from '../chat-store.ts'
import { ParametersPopover } from '../composer/ParametersPopover.tsx'
import { ConversationMenuItems } from '../list/ConversationMenuItems.tsx'
import classes from './ChatHeader.module.css'
import { conversationText } from './conversation-text.ts'
import { ModelPicker } from './ModelPicker.tsx'

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
      {conversation === null ? (
        <span className={classes.grow} />
      ) : (
        <Title key={conversation.id} conversation={conversation} />
      )}
      <ModelPicker />
      <ParametersPopover />
      {conversation === null ? null : (
        <MoreMenu width={220}>
          <Menu.Item onClick={() => void copyText(conversationText(chatNow().open?.messages ?? []))}>
            {t('chat.copyConversation')}
          </Menu.Item>
          <ConversationMenuItems
            conversation={conversation}
            onRename={() => useChat.setState({ renamingOpen: true })}
          />
        </MoreMenu>
      )}
    </header>
  )
}

/** The title of the open conversation; a click edits it. */
function Title({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const editing = useChat((state) => state.renamingOpen)
  const title = conversation.title === '' ? t('chat.untitled') : conversation.title
  if (editing)
    return (
      <TitleField
        className={classes.titleField}
        label={t('chat.renameField')}
        title={conversation.title}
        onDone={(name) => {
          useChat.setState({ renamingOpen: false })
          void renameConversation(conversation.id, name)
        }}
      />
    )
  return (
    <h2 className={classes.title} aria-label={title}>
      <button
        type="button"
        aria-label={t('chat.renameOf', { title })}
        title={t('chat.rename')}
        onClick={() => useChat.setState({ renamingOpen: true })}
      >
        <Line text={title} />
      </button>
    </h2>
  )
}
