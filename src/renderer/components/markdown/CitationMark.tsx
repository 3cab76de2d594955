import { use } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { CitationContext } from './citation-context.ts'
import classes from './Markdown.module.css'

/** A mark such as `[1, 2]`: known numbers open their passages, others stay text. */
export function CitationMark({ mark }: { mark: string }) {
  const { t } = useTranslation()
  const citations = use(CitationContext)
  if (citations === null) return mark
  return mark.split(/(\d+)/).map((piece, index) => {
    const number = index % 2 === 1 ? Number(piece) : null
    const name = number === null ? null : citations.nameOf(number)
    if (number === null || name === null) return piece
    return (
      <Button
        kind="plain"
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a mark never move
        key={index}
        className={classes.citation}
        aria-label={t('knowledge.citation', { number, name })}
        title={name}
        onClick={() => citations.open(number)}
      >
        {piece}
      </Button>
    )
  })
}
