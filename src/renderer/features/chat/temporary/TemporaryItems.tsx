import { Menu } from '@mantine/core'
import { MessageCircleCheck, Pencil, X } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeTemporaryChat, keepTemporaryChat } from './temporary-actions.ts'

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
      <OpeningItem leftSection={<Pencil size={15} />} onOpen={onRename}>
        {t('chat.rename')}
      </OpeningItem>
      <Menu.Item
        leftSection={<MessageCircleCheck size={15} />}
        disabled={isEmpty || conversation.streaming}
        onClick={() => void keepTemporaryChat(conversation.id)}
      >
        {t('temporary.keep')}
      </Menu.Item>
      <OpeningItem leftSection={<X size={15} />} onOpen={() => void closeTemporaryChat(conversation)}>
        {t('temporary.close')}
      </OpeningItem>
      <Menu.Divider />
      <Menu.Label>{t('temporary.afterKeeping')}</Menu.Label>
    </>
  )
}
