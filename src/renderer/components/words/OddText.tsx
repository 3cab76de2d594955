import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import classes from './LongText.module.css'
import { textRuns } from './odd-characters.ts'
import { textPieces } from './text-pieces.ts'

interface OddTextProps {
  readonly text: string
  /** Characters shown at first, and added by every "show more". */
  readonly atOnce: number
}

/** A foreign text of any length as plain text; invisible characters are shown by their codes. */
export function OddText({ text, atOnce }: OddTextProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(atOnce)
  const rest = text.length - shown
  const begin = rest > 0 ? text.slice(0, shown).toWellFormed() : text
  return (
    <>
      {textPieces(begin).map((piece) => (
        <bdi key={piece.start} dir="ltr" className={classes.block}>
          {textRuns(piece.text).map(({ start, text: run, code }) =>
            code === null ? (
              run
            ) : (
              <span key={start} className={classes.odd}>
                {code}
              </span>
            ),
          )}
        </bdi>
      ))}
      {rest > 0 ? (
        <Button kind="link" onClick={() => setShown(shown + atOnce)}>
          {t('markdown.showMore', { count: rest })}
        </Button>
      ) : null}
    </>
  )
}
