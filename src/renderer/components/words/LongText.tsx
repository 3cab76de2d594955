import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import classes from './LongText.module.css'
import { pieceMax, textPieces } from './text-pieces.ts'

/** Characters shown at first, and added by every "show more". */
const shownAtOnce = 40_000

/**
 * A foreign text of any length, laid out in pieces. The first few screens are shown, the rest on demand. `until`: an
 * offset that has to be visible.
 */
export function LongText({ text, until = 0 }: { text: string; until?: number }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(shownAtOnce)
  if (until >= shown) setShown(until + shownAtOnce)
  const rest = text.length - shown
  if (text.length <= pieceMax) return text
  return (
    <>
      <Pieces text={rest > 0 ? text.slice(0, shown).toWellFormed() : text} inline={false} />
      {rest > 0 ? (
        <Button kind="link" onClick={() => setShown(shown + shownAtOnce)}>
          {t('markdown.showMore', { count: rest })}
        </Button>
      ) : null}
    </>
  )
}

/** A text split into pieces. `inline`: all pieces are in one line, such as a line of code. */
export function Pieces({ text, inline }: { text: string; inline: boolean }) {
  if (text.length <= pieceMax) return text
  return textPieces(text).map((piece) => (
    <span key={piece.start} className={inline ? classes.inline : classes.block}>
      {piece.text}
    </span>
  ))
}
