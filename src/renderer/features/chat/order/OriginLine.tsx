import { GitFork } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { Button } from '../../../components/Button.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { openOrigin } from '../actions/fork-actions.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Order.module.css'

/** A line after the last message that was copied from another chat. */
export function OriginLine({ messageId }: { readonly messageId: string }) {
  const conversation = useChat((state) => state.chat.open?.conversation)
  return conversation?.parameters.origin?.lastId === messageId ? <Origin conversation={conversation} /> : null
}

function Origin({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation()
  const { origin } = conversation.parameters
  if (origin === undefined) return null
  const title = origin.title === '' ? t('chat.untitled') : origin.title
  return (
    <p className={classes.origin}>
      <GitFork size={14} aria-hidden="true" />
      <span>{t('order.origin')}</span>
      <Button kind="link" aria-label={t('order.openOrigin', { title })} onClick={() => void openOrigin(conversation)}>
        <Line text={title} />
      </Button>
    </p>
  )
}
