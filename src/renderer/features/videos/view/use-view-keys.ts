import { useEffect, useRef } from 'react'
import type { ShortcutId } from '../../../../shared/shortcut-table.ts'
import { pressedIn } from '../../../platform/shortcuts.ts'
import type { VideoPlayer } from './video-player.ts'

/** Elements that handle keys before the view does. */
const takers = 'input:not([type="range"]), textarea, select, [role="menu"], [role="dialog"], [role="listbox"]'

/** Seconds that an arrow key seeks, without and with Shift. */
const seekBy = 1
const seekFar = 5

type Keys = (event: KeyboardEvent) => (() => void) | null

/** Runs the window's shortcuts, unless a field or menu handles the key. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
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

/** Returns true for a key without modifiers other than Shift. */
export function isPlain({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey
}

/** Handles shortcuts of the view: Esc goes back, Page Up and Page Down to the neighbours, Delete deletes. */
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
    if (!isPlain(event)) return null
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

/** Handles shortcuts of the player: the user's own, and arrows, Home and End to seek. */
export function usePlayerKeys(player: VideoPlayer, onFullScreen: () => void): void {
  const actions: { readonly [K in ShortcutId]?: () => void } = {
    playVideo: () => player.toggle(),
    frameBack: () => player.stepFrame(-1),
    frameOn: () => player.stepFrame(1),
    videoSlower: () => player.stepRate(-1),
    videoFaster: () => player.stepRate(1),
    mute: () => player.toggleMuted(),
    loop: () => player.toggleLoop(),
    videoFullScreen: onFullScreen,
  }
  useKeys((event) => {
    const id = pressedIn(event, 'player')
    // Space presses a focused button
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return null
    if (id !== null) return actions[id] ?? null
    if (!isPlain(event)) return null
    const far = event.shiftKey ? seekFar : seekBy
    switch (event.key) {
      case 'ArrowLeft':
        return () => player.skip(-far)
      case 'ArrowRight':
        return () => player.skip(far)
      case 'Home':
        return () => player.seek(0)
      case 'End':
        return () => player.seek(player.state().duration)
      default:
        return null
    }
  })
}
