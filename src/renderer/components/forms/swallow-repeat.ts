import { pressRestMs } from './press-guard.ts'

/** How far the pointer may move between the two clicks of one hand, in px. */
const nearPx = 8

let undoLast = () => {}

/**
 * Keeps the second half of a double press from what took the place of the first: Enter until something else is
 * typed, and clicks at `place`, for 600 ms. For presses after which something else lies under the hand or has the focus.
 */
export function swallowRepeat(place: { readonly clientX: number; readonly clientY: number } | null): void {
  undoLast()
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') stop(event)
    else undo()
  }
  const onClick = (event: MouseEvent) => {
    if (place === null) return
    const near = Math.hypot(event.clientX - place.clientX, event.clientY - place.clientY) <= nearPx
    if (near) stop(event)
    else undo()
  }
  const undo = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('input', undo, true)
    window.removeEventListener('click', onClick, true)
  }
  const timer = setTimeout(undo, pressRestMs)
  undoLast = undo
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('input', undo, true)
  window.addEventListener('click', onClick, true)
}
