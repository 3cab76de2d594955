import { Pencil, Workflow } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { recipeTextMax } from '../../../../shared/recipe-limits.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { withoutThinking } from '../../../../shared/thinking.ts'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { lineText } from '../../../platform/line-text.ts'
import { offerToRecipes } from '../../../platform/recipes-store.ts'
import { OrderItems } from '../order/OrderItems.tsx'
import { ReadingItems } from '../reading/ReadingItems.tsx'
import { useChat } from '../state/chat-store.ts'

const ReadPageItems = lazyComponent(async () => (await import('../late-parts.ts')).ReadPageItems)

/** The actions on a message that have no button below it. */
export function MessageMenu({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  return (
    <MoreMenu
      iconSize={15}
      size="small"
      words={t('message.more')}
      // towards the middle of the column: the buttons of an answer are at its left edge
      position={message.role === 'assistant' ? 'bottom-start' : 'bottom-end'}
      data-message-menu
    >
      {message.role === 'assistant' && message.status.state !== 'streaming' && message.text !== '' ? (
        <MenuItem icon={Pencil} onPress={() => useChat.setState({ editing: message.id })}>
          {t('message.editAnswer')}
        </MenuItem>
      ) : null}
      <RecipeItem message={message} />
      <ReadingItems message={message} />
      <ReadPageItems message={message} />
      {message.role === 'assistant' ? <ShowRequestItem itemId={message.id} /> : null}
      <OrderItems message={message} />
    </MoreMenu>
  )
}

/** Offers an answer to recipes. A temporary chat has none, because a run is stored. */
function RecipeItem({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  if (message.role !== 'assistant' || message.status.state === 'streaming' || isTemporaryChat(message.conversationId))
    return null
  const text = withoutThinking(message.text).trim()
  if (text === '' || text.length > recipeTextMax) return null
  return (
    <MenuItem
      icon={Workflow}
      onPress={() => offerToRecipes({ kind: 'text', name: lineText(text, 40), text, step: null })}
    >
      {t('recipes.useIn')}
    </MenuItem>
  )
}
