import { Archive } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { archiveConversation } from '../actions/archive-actions.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Order.module.css'

/** A note above an archived chat, which says that it is archived. */
export function ArchivedNote() {
  const { t } = useTranslation()
  const conversation = useChat((state) => state.chat.open?.conversation)
  if (conversation?.archived !== true) return null
  return (
    <div className={classes.note}>
      <Archive size={15} aria-hidden="true" />
      <span>{t('order.archivedNote')}</span>
      <Button size="small" onClick={() => void archiveConversation(conversation, false)}>
        {t('order.bringBack')}
      </Button>
    </div>
  )
}
