import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { CitationContext } from '../../../components/markdown/citation-context.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { openConversation } from '../chat-actions.ts'
import { useChat } from '../chat-store.ts'
import { fillComposer } from '../composer/drafts.ts'
import { useCitations } from '../knowledge/citations.ts'
import { useTarget } from '../target.ts'
import classes from './ConversationView.module.css'
import { MessageList } from './MessageList.tsx'

/** The open conversation, or how to begin one. */
export function ConversationView() {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const failed = useChat((state) => state.openError)
  const actionError = useChat((state) => state.actionError)
  const citations = useCitations()
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
        // a new list per conversation, because positions and sizes differ
        <CitationContext value={citations}>
          <MessageList key={openId} />
        </CitationContext>
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

const examples = ['example1', 'example2', 'example3', 'example4'] as const

/** A new chat: a greeting and suggestions. */
function EmptyChat() {
  const { t } = useTranslation()
  const { connection } = useTarget()
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h2 className={classes.title}>{t('chat.greeting')}</h2>
        {connection === null ? (
          <ErrorNote
            error={pageError('no_connection', 'no connection in the list')}
            place={{ where: 'send', hasText: false }}
          />
        ) : (
          <>
            <p className={classes.hint}>{t('chat.greetingHint')}</p>
            <div className={classes.examples}>
              {examples.map((example) => (
                <button
                  type="button"
                  key={example}
                  className={classes.example}
                  onClick={() => fillComposer(t(`chat.${example}`))}
                >
                  <b>{t(`chat.${example}Title`)}</b>
                  <span>{t(`chat.${example}`)}</span>
                </button>
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
