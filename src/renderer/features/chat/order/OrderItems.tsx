import { GitFork } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { type DeletionScope, deleteMessage } from '../actions/delete-actions.ts'
import { forkFrom } from '../actions/fork-actions.ts'
import { useChat } from '../state/chat-store.ts'

/** Items of a message's menu that organise the message and its chat. */
export function OrderItems({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  const isLast = useChat(({ chat: { open } }) => open?.hasLater === false && open.messages.at(-1)?.id === message.id)
  const hasVersions = message.versions.length > 1
  // messages after a version belong to it
  const items: readonly { readonly words: string; readonly scope: DeletionScope }[] = hasVersions
    ? [
        isLast
          ? { words: t('order.deleteVersion'), scope: 'one' }
          : { words: t('order.deleteVersionRest'), scope: 'rest' },
      ]
    : [
        { words: t('order.delete'), scope: 'one' },
        ...(isLast ? [] : [{ words: t('order.deleteRest'), scope: 'rest' as const }]),
      ]
  return (
    <>
      <MenuItem icon={GitFork} onPress={() => void forkFrom(message)}>
        {t('order.fork')}
      </MenuItem>
      {items.map(({ scope, words }) => (
        <DeleteItem key={words} onPress={() => void deleteMessage(message, scope)}>
          {words}
        </DeleteItem>
      ))}
    </>
  )
}
