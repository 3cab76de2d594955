import { MessageCircleDashed } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeTemporaryChat, keepTemporaryChat } from '../actions/temporary-actions.ts'
import note from '../order/Order.module.css'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'

/** Banner of a temporary chat, with Keep and Close. */
export function TemporaryNote() {
  const { t } = useTranslation()
  const conversation = useChat((state) => (isTemporaryOpen(state) ? state.chat.open?.conversation : undefined))
  if (conversation === undefined) return null
  return (
    <section className={note.note} aria-label={t('temporary.name')}>
      <MessageCircleDashed size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>{t('temporary.note')}</span>
      {conversation.snippet === '' ? null : (
        <Button
          size="small"
          title={t('temporary.keepHint')}
          disabled={conversation.streaming}
          onClick={() => void keepTemporaryChat(conversation.id)}
        >
          {t('temporary.keep')}
        </Button>
      )}
      <Button size="small" aria-label={t('temporary.close')} onClick={() => void closeTemporaryChat(conversation)}>
        {t('temporary.closeShort')}
      </Button>
    </section>
  )
}
