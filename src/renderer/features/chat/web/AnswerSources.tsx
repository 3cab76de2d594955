import { use } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CitationContext } from '../../../components/markdown/citation-context.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './AnswerSources.module.css'

/** The sources that the tools of an answer found; each opens its page. */
export function AnswerSources({ numbers }: { readonly numbers: readonly number[] }) {
  const { t } = useTranslation()
  const citations = use(CitationContext)
  return (
    <section className={classes.sources} aria-label={t('web.sources')}>
      <span className={classes.label}>{t('web.sources')}</span>
      {numbers.map((number) => {
        const name = citations?.nameOf(number) ?? ''
        return (
          <Button
            kind="plain"
            key={number}
            className={classes.source}
            aria-label={t('web.source', { number, name })}
            title={name}
            onClick={() => citations?.open(number)}
          >
            <span className={classes.number}>{number}</span>
            <span className={classes.name}>{name}</span>
          </Button>
        )
      })}
    </section>
  )
}
