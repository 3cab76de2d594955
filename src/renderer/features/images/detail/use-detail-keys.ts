import { useEffect, useRef } from 'react'
import { pressedIn } from '../../../platform/shortcuts.ts'
import type { Zoom } from './use-zoom.ts'

interface DetailKeys {
  readonly zoom: Zoom | null
  readonly onClose: () => void
  readonly onStep: (step: number) => void
  readonly onFullScreen: () => void
  readonly onDelete: () => void
  readonly onDetails: () => void
  readonly onEdit: () => void
  readonly onVary: () => void
  readonly onOrigin: () => void
}

// distance of an arrow key in a zoomed picture, in px
const panStep = 80

/** Elements that keep their own keys. */
const takers = 'input, textarea, select, [role="menu"], [role="dialog"], [role="listbox"]'

/** Handles keys of the detail view: the user's own, Esc, arrows and Delete, unless a field or menu handles them. */
export function useDetailKeys(keys: DetailKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(takers) !== null) {
        // a slider handles arrows but not Esc
        if (event.key !== 'Escape' || !event.target.matches('input[type="range"]')) return
      }
      const run = ownAction(event, latest.current) ?? fixedAction(event, latest.current)
      if (run === null || (event.repeat && event.key === 'Delete')) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns the action of one of the user's own shortcuts. */
function ownAction(
  event: KeyboardEvent,
  { onDetails, onEdit, onFullScreen, onOrigin, onVary, zoom }: DetailKeys,
): (() => void) | null {
  switch (pressedIn(event, 'picture')) {
    case 'pictureFullScreen':
      return onFullScreen
    case 'pictureDetails':
      return onDetails
    case 'pictureEdit':
      return onEdit
    case 'pictureVary':
      return onVary
    case 'pictureOrigin':
      return onOrigin
    case 'pictureLarger':
      return zoom === null ? null : () => zoom.by(1.5)
    case 'pictureSmaller':
      return zoom === null ? null : () => zoom.by(1 / 1.5)
    case 'pictureFits':
      return zoom?.toFit ?? null
    case 'pictureActual':
      return zoom?.actual ?? null
    default:
      return null
  }
}

function fixedAction(event: KeyboardEvent, { zoom, onClose, onStep, onDelete }: DetailKeys): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  switch (event.key) {
    case 'Escape':
      return onClose
    case 'Delete':
      return onDelete
    case 'ArrowLeft':
      return zoom?.beyond ? () => zoom.move(panStep, 0) : () => onStep(-1)
    case 'ArrowRight':
      return zoom?.beyond ? () => zoom.move(-panStep, 0) : () => onStep(1)
    case 'ArrowUp':
      return zoom?.beyond ? () => zoom.move(0, panStep) : null
    case 'ArrowDown':
      return zoom?.beyond ? () => zoom.move(0, -panStep) : null
    default:
      return null
  }
}
