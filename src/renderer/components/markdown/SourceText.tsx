import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { CopyButton } from '../words/CopyButton.tsx'
import { Pieces } from '../words/LongText.tsx'
import type { Unformatted } from './block-limits.ts'
import classes from './Markdown.module.css'

/** Characters shown at first, and added by every "show more". */
const shownAtOnce = 4_000

/** The source of a block with the reason for showing it; in pieces, because it can have any length. */
export function SourceText({ source: written, reason }: { source: string; reason: Unformatted }) {
  const source = written.trimEnd()
  const { t } = useTranslation()
  const [shown, setShown] = useState(shownAtOnce)
  const rest = source.length - shown
  return (
    <figure className={classes.source}>
      <figcaption>
        <span>{t(`markdown.unformatted.${reason}`)}</span>
        <CopyButton text={() => source} label={t('markdown.copySource')} />
      </figcaption>
      <p>
        <Pieces text={rest > 0 ? source.slice(0, shown).toWellFormed() : source} inline={false} />
      </p>
      {rest > 0 ? (
        <Button kind="link" onClick={() => setShown(shown + shownAtOnce * 5)}>
          {t('markdown.showMore', { count: rest })}
        </Button>
      ) : null}
    </figure>
  )
}
