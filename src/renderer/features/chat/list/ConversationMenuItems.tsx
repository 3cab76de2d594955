import { Menu } from '@mantine/core'
import { Pencil, Star, StarOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import { OpeningItem } from '../../../components/ActionMenu.tsx'
import { deleteConversation, pinConversation } from '../chat-actions.ts'

interface ConversationMenuItemsProps {
  readonly conversation: Conversation
  /** Begins to edit its title. */
  readonly onRename: () => void
}

/** What can be done with a conversation as a whole. */
export function ConversationMenuItems({ conversation, onRename }: ConversationMenuItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <OpeningItem leftSection={<Pencil size={15} />} onOpen={onRename}>
        {t('chat.rename')}
      </OpeningItem>
      <Menu.Item
        leftSection={conversation.pinned ? <StarOff size={15} /> : <Star size={15} />}
        onClick={() => void pinConversation(conversation.id, !conversation.pinned)}
      >
        {conversation.pinned ? t('chat.unpin') : t('chat.pin')}
      </Menu.Item>
      <Menu.Item
        color="seal"
        leftSection={<Trash2 size={15} />}
        onClick={() => void deleteConversation(conversation.id)}
      >
        {t('chat.delete')}
      </Menu.Item>
    </>
  )
}
