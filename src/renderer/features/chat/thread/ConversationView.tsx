import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { CitationContext } from '../../../components/markdown/citation-context.ts'
import { MayStorePictures } from '../../../components/markdown/stored-pictures.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { openConversation } from '../actions/chat-actions.ts'
import { fillComposer } from '../actions/drafts.ts'
import { AssistantRow } from '../assistants/AssistantRow.tsx'
import { NewFolderLine } from '../folders/FolderSign.tsx'
import { useCitations } from '../knowledge/citations.ts'
import { ArchivedNote } from '../order/ArchivedNote.tsx'
import { ForkNote } from '../order/ForkNote.tsx'
import { QuoteButton } from '../reading/QuoteButton.tsx'
import { useChat } from '../state/chat-store.ts'
import { useTarget } from '../state/target.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useTitleOffer } from '../state/title-offer.ts'
import own from '../temporary/Temporary.module.css'
import classes from './ConversationView.module.css'
import { MessageList } from './MessageList.tsx'
import { ThreadWarmUp } from './ThreadWarmUp.tsx'

const TitleOfferNote = lazyComponent(async () => (await import('../late-parts.ts')).TitleOfferNote)

/** The open conversation, or suggestions for a new one. */
export function ConversationView() {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const failed = useChat((state) => state.openError)
  const actionError = useChat((state) => state.actionError)
  const isTemporary = useChat(isTemporaryOpen)
  const isUnused = useChat((state) => state.chat.open?.messages.length === 0)
  const offer = useTitleOffer((state) => state.offer)
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
      ) : isTemporary && isUnused ? (
        <TemporaryStart />
      ) : (
        // a new list per conversation, because positions and sizes differ
        <CitationContext value={citations}>
          <ArchivedNote />
          <ForkNote />
          <MayStorePictures value={!isTemporary}>
            <MessageList key={openId} />
          </MayStorePictures>
          <QuoteButton />
        </CitationContext>
      )}
      {offer === null || offer.conversationId !== openId ? null : (
        <div className={classes.column}>
          <TitleOfferNote offer={offer} />
        </div>
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
      <ThreadWarmUp />
      <div className={classes.card}>
        <h2 className={classes.title}>{t('chat.greeting')}</h2>
        <NewFolderLine />
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
                <Button
                  kind="plain"
                  key={example}
                  className={classes.example}
                  onClick={() => fillComposer(t(`chat.${example}`))}
                >
                  <b>{t(`chat.${example}Title`)}</b>
                  <span>{t(`chat.${example}`)}</span>
                </Button>
              ))}
            </div>
            <AssistantRow />
          </>
        )}
      </div>
    </div>
  )
}

/** The explanation of a temporary chat in which nothing was sent yet. */
function TemporaryStart() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h2 className={classes.title}>{t('temporary.startTitle')}</h2>
        <p className={own.first}>{t('temporary.start')}</p>
        <p className={own.more}>{t('temporary.startCost')}</p>
        <p className={own.more}>{t('temporary.startLimits')}</p>
      </div>
    </div>
  )
}
