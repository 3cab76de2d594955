import { pressRestMs } from './press-guard.ts'

/** How far the pointer may move during a double click, in px. */
const nearPx = 8

let undoLast = () => {}

/**
 * Ignores the second half of a double press for 600 ms: Enter until another key, and clicks near `place`.
 * Use it when a press moves another control under the pointer or gives it the focus.
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
