import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { openConversation } from '../chat-actions.ts'
import { useChat } from '../chat-store.ts'
import classes from './ConversationView.module.css'
import { EmptyChat } from './EmptyChat.tsx'
import { MessageList } from './MessageList.tsx'

/** What is said: the open conversation, or how to begin one. */
export function ConversationView() {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const failed = useChat((state) => state.openError)
  const actionError = useChat((state) => state.actionError)
  return (
    <section className={classes.region} aria-label={t('chat.conversation')}>
      {failed !== null ? (
        <div className={classes.column}>
          <ErrorNote
            error={failed.error}
            place={{ where: 'other', hasText: false }}
            on={{ retry: () => void openConversation(failed.conversationId) }}
          />
        </div>
      ) : openId === null ? (
        <EmptyChat />
      ) : (
        // a new list for every conversation: places and sizes of one mean nothing in another
        <MessageList key={openId} />
      )}
      {actionError === null ? null : (
        <div className={classes.column}>
          <ErrorNote
            error={actionError}
            place={{ where: 'other', hasText: false }}
            onDismiss={() => useChat.setState({ actionError: null })}
          />
        </div>
      )}
    </section>
  )
}
