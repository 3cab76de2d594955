import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { pageError } from '../../../platform/errors/page-error.ts'
import { fillComposer } from '../composer/drafts.ts'
import { useTarget } from '../target.ts'
import classes from './EmptyChat.module.css'

const examples = ['example1', 'example2', 'example3', 'example4'] as const

/** A new chat: a calm greeting, and something to begin with. */
export function EmptyChat() {
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
