import { NativeSelect } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { quoteFile } from '../actions/quote.ts'
import { placesIn, placesOf } from '../state/file-places.ts'
import { quoteMax } from '../state/quoted-text.ts'
import { type Stretch, selectedStretch } from '../state/shown-selection.ts'
import classes from './Files.module.css'

interface QuoteBarProps {
  readonly name: string
  /** The text that was read so far. */
  readonly text: string
  /** False if the text goes on after what was read. */
  readonly isWhole: boolean
  /** The element that shows the text from its start. */
  readonly shown: RefObject<HTMLElement | null>
  /** Called with a function that quotes; it moves the focus to the composer. */
  readonly onQuote: (quote: () => void) => void
}

/** Quotes the selection in the text of a file, or a whole page or sheet, in the composer. */
export function QuoteBar({ isWhole, name, onQuote, shown, text }: QuoteBarProps) {
  const { t } = useTranslation()
  const places = useMemo(() => placesIn(text, name), [text, name])
  // a place that goes on after what was read is offered only if its quote ends earlier
  const offered = places.filter(({ end, start }) => isWhole || end < text.length || end - start > quoteMax)
  const [selected, setSelected] = useState<Stretch | null>(null)
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    const look = () => setSelected(selectedStretch(shown.current))
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [shown])
  const stretch = selected ?? offered[chosen] ?? null
  const quote = () => {
    if (stretch === null) return
    const { end, start } = stretch
    onQuote(() => quoteFile(name, text.slice(start, end), placesOf(places, start, end)))
  }
  return (
    <div className={classes.quote}>
      {offered.length === 0 ? null : (
        <NativeSelect
          aria-label={t('reading.quotePlace')}
          value={String(chosen)}
          data={offered.map((place, at) => ({
            value: String(at),
            label: t(`reading.quotePlaces.${place.kind}`, { name: lineText(place.name, 60) }),
          }))}
          onChange={({ currentTarget: { value } }) => {
            document.getSelection()?.removeAllRanges()
            setChosen(Number(value))
          }}
        />
      )}
      <Button
        disabled={stretch === null}
        // the press must not end the selection
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={quote}
      >
        {t(selected === null && offered.length > 0 ? 'reading.quote' : 'reading.quoteSelection')}
      </Button>
      {stretch === null ? <span className={layout.quiet}>{t('reading.quoteHint')}</span> : null}
    </div>
  )
}
