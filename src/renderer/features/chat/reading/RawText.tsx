import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { LongText } from '../../../components/words/LongText.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Reading.module.css'

/** The source of an answer, with its Markdown marks. */
export function RawText({ text, messageId }: { text: string; messageId: string }) {
  const { t } = useTranslation()
  return (
    <section className={classes.raw} aria-label={t('reading.raw')}>
      <div className={classes.rawBar}>
        <span>{t('reading.raw')}</span>
        <CopyButton text={() => text} label={t('reading.rawCopy')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <pre tabIndex={0} data-said={messageId}>
        <LongText text={text} />
      </pre>
    </section>
  )
}
