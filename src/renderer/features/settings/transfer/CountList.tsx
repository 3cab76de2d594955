import type { Inspection, TransferCounts } from '../../../../shared/transfer.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { countWords, skippedWords } from './outcome-words.ts'
import classes from './TransferPage.module.css'

/** Lists the number of items of each kind. */
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

/** Items that are not imported, with reasons. */
export function SkippedList({ skipped, title }: Pick<Inspection, 'skipped'> & { title: string }) {
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
    </div>
  )
}
