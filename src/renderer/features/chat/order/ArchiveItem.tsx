import { Archive, ArchiveRestore } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { archiveConversation } from '../actions/archive-actions.ts'

/** A menu item that archives a chat, or restores it from the archive. */
export function ArchiveItem({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation()
  const isArchived = conversation.archived === true
  return (
    <MenuItem
      icon={isArchived ? ArchiveRestore : Archive}
      onPress={() => void archiveConversation(conversation, !isArchived)}
    >
      {isArchived ? t('order.unarchive') : t('order.archive')}
    </MenuItem>
  )
}
