import { useEffect, useRef } from 'react'
import type { VideoPlayer } from './video-player.ts'

/** Elements that handle keys before the view does. */
const takers = 'input:not([type="range"]), textarea, select, [role="menu"], [role="dialog"], [role="listbox"]'

/** Seconds that an arrow key seeks; with Shift. */
const seekBy = 1
const seekFar = 5

type Keys = (event: KeyboardEvent) => (() => void) | null

/** Runs the window's shortcuts, unless a field or menu handles the key. */
function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(takers) !== null) return
      const run = latest.current(event)
      if (run === null) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Shortcuts of the view: Esc goes back, Page Up and Page Down to the neighbours, Delete deletes. */
export function useViewKeys({
  onClose,
  onStep,
  onDelete,
}: {
  readonly onClose: () => void
  readonly onStep: (step: number) => void
  readonly onDelete: () => void
}): void {
  useKeys((event) => {
    switch (event.key) {
      case 'Escape':
        return onClose
      case 'PageUp':
        return () => onStep(-1)
      case 'PageDown':
        return () => onStep(1)
      case 'Delete':
        return event.repeat ? null : onDelete
      default:
        return null
    }
  })
}

/** Shortcuts of the player: Space plays, arrows seek, comma and full stop step, M, L, F and < > as their buttons. */
export function usePlayerKeys(player: VideoPlayer, onFullScreen: () => void): void {
  useKeys((event) => {
    const far = event.shiftKey ? seekFar : seekBy
    switch (event.key) {
      case ' ':
        // Space presses a focused button
        return event.target instanceof HTMLButtonElement ? null : () => player.toggle()
      case 'ArrowLeft':
        return () => player.skip(-far)
      case 'ArrowRight':
        return () => player.skip(far)
      case 'Home':
        return () => player.seek(0)
      case 'End':
        return () => player.seek(player.state().duration)
      case ',':
        return () => player.step(-1)
      case '.':
        return () => player.step(1)
      case '<':
        return () => player.stepRate(-1)
      case '>':
        return () => player.stepRate(1)
      case 'm':
      case 'M':
        return () => player.toggleMuted()
      case 'l':
      case 'L':
        return () => player.toggleLoop()
      case 'f':
      case 'F':
        return onFullScreen
      default:
        return null
    }
  })
}
