import type { Message } from '../../../../shared/chat.ts'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { OrderItems } from '../order/OrderItems.tsx'
import { ReadingItems } from '../reading/ReadingItems.tsx'

/** The actions on a message that have no button below it. */
export function MessageMenu({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  return (
    <MoreMenu iconSize={15} size="small" words={t('message.more')} data-message-menu>
      <ReadingItems message={message} />
      {message.role === 'assistant' ? <ShowRequestItem itemId={message.id} /> : null}
      <OrderItems message={message} />
    </MoreMenu>
  )
}
