import { TextQuote } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { quoteSelection } from '../actions/quote.ts'
import { selectionInMessage } from '../state/message-selection.ts'
import classes from './Reading.module.css'

/** How long a selection must rest before its button appears, in ms. */
const restMs = 120
/** Space that the button needs, in px. */
const room = { width: 110, height: 34 } as const

interface Place {
  readonly top: number
  readonly left: number
}

/** A single button for all messages, at the end of the selection in them. */
export function QuoteButton() {
  const { t } = useTranslation()
  const titled = useTitled()
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    let isSelected = false
    const look = () => {
      clearTimeout(timer)
      // while the user is still selecting, a button would be in the way
      timer = setTimeout(() => {
        const found = isPressed ? null : selectionInMessage()
        isSelected = found !== null
        setPlace(found === null ? null : placeAtEnd(found.range))
      }, restMs)
    }
    const hide = () => setPlace(null)
    const press = () => {
      isPressed = true
    }
    const release = () => {
      isPressed = false
      look()
    }
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    // It appears again once the view rests. Without a selection nothing is asked: it would lay the page out after each
    // step of an answer that is followed.
    const rest = () => {
      if (isSelected) look()
    }
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    document.addEventListener('scrollend', rest, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('scroll', hide, { capture: true })
      document.removeEventListener('scrollend', rest, { capture: true })
    }
  }, [])
  if (place === null) return null
  return createPortal(
    <Button
      kind="plain"
      className={classes.quote}
      style={{ top: place.top, left: place.left }}
      title={titled(t('reading.quote'), 'quote')}
      // the press must not end the selection
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        setPlace(null)
        quoteSelection()
      }}
    >
      <TextQuote size={15} aria-hidden="true" />
      {t('reading.quote')}
    </Button>,
    document.body,
  )
}

/** Returns the position below the end of a range, within the conversation's view; null if that is not visible. */
function placeAtEnd(range: Range): Place | null {
  const region = document.querySelector('[data-scroller]')?.getBoundingClientRect()
  const end = [...range.getClientRects()].at(-1)
  if (region === undefined || end === undefined || end.bottom < region.top || end.top > region.bottom) return null
  return {
    top: Math.min(end.bottom + 6, region.bottom - room.height),
    left: Math.max(region.left + 8, Math.min(end.right - room.width / 2, region.right - room.width - 8)),
  }
}
