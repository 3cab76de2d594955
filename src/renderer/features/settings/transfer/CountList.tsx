import type { Inspection, TransferCounts } from '../../../../shared/transfer.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { chatOmissions, countWords, furtherWords, skippedWords } from './outcome-words.ts'
import classes from './TransferPage.module.css'

/** The number of items of each kind. */
export function CountList({ counts }: { counts: TransferCounts }) {
  const { t } = useTranslation()
  const words = countWords(t, counts)
  if (words.length === 0) return null
  return (
    <ul className={classes.counts}>
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Items that are not imported, with reasons, in total and by chat. */
export function SkippedList({ byChat, skipped, title }: Pick<Inspection, 'byChat' | 'skipped'> & { title: string }) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  return (
    <div className={classes.skipped}>
      <p>{title}</p>
      <ul>
        {skippedWords(t, skipped).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ChatList byChat={byChat} />
    </div>
  )
}

/** Chats that are left out or incomplete. */
function ChatList({ byChat }: Pick<Inspection, 'byChat'>) {
  const { t } = useTranslation()
  const further = furtherWords(t, byChat)
  if (byChat.named.length === 0) return null
  return (
    <details>
      <summary>{t('transfer.byChat')}</summary>
      <ul className={classes.chats}>
        {chatOmissions(t, byChat).map(({ reasons, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and titles repeat
          <li key={index}>
            <strong>{title}</strong> {reasons}
          </li>
        ))}
      </ul>
      {further === '' ? null : <p>{further}</p>}
    </details>
  )
}
