import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { FootnoteContext } from './footnote-ids.ts'
import classes from './Markdown.module.css'

/** The number of a footnote in the text, which leads to it. */
export function FootnoteCall({ number, time }: { number: number; time: number }) {
  const { t } = useTranslation()
  const ids = use(FootnoteContext)
  return (
    <sup className={classes.call}>
      <button
        type="button"
        id={ids.call(number, time)}
        aria-label={t('markdown.footnote', { number })}
        onClick={() => ids.show(ids.note(number))}
      >
        {number}
      </button>
    </sup>
  )
}
