import { use } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CitationContext } from '../../../components/markdown/citation-context.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Knowledge.module.css'

/** The passages that were sent with a message; each can be opened. */
export function SentPassages({ numbers }: { numbers: readonly number[] }) {
  const { t } = useTranslation()
  const citations = use(CitationContext)
  return (
    <div className={classes.sent}>
      {t('knowledge.sent', { count: numbers.length })}
      {numbers.map((number) => {
        const name = citations?.nameOf(number) ?? ''
        return (
          <Button
            kind="plain"
            key={number}
            aria-label={t('knowledge.citation', { number, name })}
            title={name}
            onClick={() => citations?.open(number)}
          >
            {number}
          </Button>
        )
      })}
    </div>
  )
}
