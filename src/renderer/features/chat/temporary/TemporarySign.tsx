import { MessageCircleDashed } from 'lucide-react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import classes from './Temporary.module.css'

/** A label that marks the open chat as temporary; nothing for other chats. */
export function TemporarySign() {
  const { t } = useTranslation()
  if (!useChat(isTemporaryOpen)) return null
  return (
    <span className={classes.sign} title={t('temporary.signHint')}>
      <MessageCircleDashed size={14} strokeWidth={1.75} aria-hidden="true" />
      {t('temporary.sign')}
    </span>
  )
}
