import { Menu } from '@mantine/core'
import { Archive, ArchiveRestore } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { archiveConversation } from './archive-actions.ts'

/** A menu item that archives a chat, or restores it from the archive. */
export function ArchiveItem({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation()
  const isArchived = conversation.archived === true
  return (
    <Menu.Item
      leftSection={isArchived ? <ArchiveRestore size={15} /> : <Archive size={15} />}
      onClick={() => void archiveConversation(conversation, !isArchived)}
    >
      {isArchived ? t('order.unarchive') : t('order.archive')}
    </Menu.Item>
  )
}
