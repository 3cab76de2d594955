import { MessageCircleCheck, Pencil, X } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { MenuGroup, MenuItem, MenuNote } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeTemporaryChat, keepTemporaryChat } from '../actions/temporary-actions.ts'

interface TemporaryItemsProps {
  readonly conversation: Conversation
  /** Starts editing its title. */
  readonly onRename: () => void
}

/** Actions on a temporary chat, including those that are available only once it is kept. */
export function TemporaryItems({ conversation, onRename }: TemporaryItemsProps) {
  const { t } = useTranslation()
  const isEmpty = conversation.snippet === ''
  return (
    <>
      <MenuItem icon={Pencil} onPress={onRename}>
        {t('chat.rename')}
      </MenuItem>
      <MenuItem
        icon={MessageCircleCheck}
        disabled={isEmpty || conversation.streaming}
        onPress={() => void keepTemporaryChat(conversation.id)}
      >
        {t('temporary.keep')}
      </MenuItem>
      <MenuItem icon={X} onPress={() => void closeTemporaryChat(conversation)}>
        {t('temporary.close')}
      </MenuItem>
      <MenuGroup>
        <MenuNote>{t('temporary.afterKeeping')}</MenuNote>
      </MenuGroup>
    </>
  )
}
