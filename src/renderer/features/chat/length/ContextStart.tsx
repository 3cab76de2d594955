import { summaryMax } from '../../../../shared/parameter-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { setParameters } from '../actions/answer-actions.ts'
import { sendEverything } from '../actions/length-actions.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { useSummaryEdit } from '../state/summary-edit.ts'
import classes from './Length.module.css'

/** The line at which requests begin, in a chat whose earlier messages the user chose not to send. */
export function ContextStart() {
  const { t } = useTranslation()
  const summary = useChat((state) => state.chat.open?.conversation.parameters.context?.summary)
  const isCut = useChat((state) => state.chat.open?.conversation.parameters.context?.isCut === true)
  const conversationId = useChat((state) => state.chat.open?.conversation.id ?? '')
  const edited = useSummaryEdit(({ edit }) => (edit?.conversationId === conversationId ? edit.text : null))
  const setEdited = (text: string | null) =>
    useSummaryEdit.setState({ edit: text === null ? null : { conversationId, text } })
  const save = async () => {
    const parameters = chatNow().open?.conversation.parameters
    if (edited === null || parameters?.context === undefined) return
    const { isCut: _cut, summary: _summary, ...place } = parameters.context
    const context = edited.trim() === '' ? place : { ...place, summary: edited }
    if (await setParameters({ ...parameters, context })) setEdited(null)
  }
  return (
    <Note
      tone="info"
      label={t('length.title')}
      className={classes.start}
      below={
        edited === null ? (
          <>
            {summary === undefined ? null : (
              <Button size="small" onClick={() => setEdited(summary)}>
                {t('length.edit')}
              </Button>
            )}
            <Button size="small" onClick={() => void sendEverything()}>
              {t('length.everything')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onClick={() => void save()}>
              {t('length.save')}
            </Button>
            <Button size="small" onClick={() => setEdited(null)}>
              {t('length.cancel')}
            </Button>
          </>
        )
      }
    >
      <p>{summary === undefined ? t('length.start') : t('length.startSummary')}</p>
      {summary !== undefined && isCut ? <p role="note">{t('length.summaryCut')}</p> : null}
      {edited !== null ? (
        <textarea
          dir="auto"
          autoComplete="off"
          className={classes.summaryField}
          aria-label={t('length.summaryField')}
          value={edited}
          maxLength={summaryMax}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      ) : summary === undefined ? null : (
        <p className={classes.summary}>{summary}</p>
      )}
    </Note>
  )
}
