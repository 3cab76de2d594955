/** How far a pointer may move during a press, in px. Beyond that the user moved away to cancel the press. */
const stillPx = 4

const controls =
  'button, a[href], summary, label, input, [role="button"], [role="option"], [role="tab"], [role="menuitem"], ' +
  '[role="menuitemradio"], [role="menuitemcheckbox"], [role="switch"], [role="checkbox"], [role="radio"]'

interface Press {
  readonly control: Element
  readonly x: number
  readonly y: number
}

/**
 * Turns a press of a control into a click even if the control moves away from the resting pointer before the release,
 * as in a growing thread. A browser gives that click to the nearest common ancestor of both places (UI Events,
 * "click"), so the press would do nothing. A user who moves the pointer away still cancels the press. Returns the undo.
 */
export function keepPresses(page: Window): () => void {
  let press: Press | null = null

  const down = (event: PointerEvent): void => {
    const control = event.target instanceof Element ? event.target.closest(controls) : null
    const counts = control !== null && event.isPrimary && event.button === 0
    press = counts ? { control, x: event.clientX, y: event.clientY } : null
  }
  const up = (event: PointerEvent): void => {
    const held = press
    press = null
    if (held === null || Math.hypot(event.clientX - held.x, event.clientY - held.y) > stillPx) return
    if (!held.control.isConnected || isCovered(held.control, event)) return
    // the browser's own click comes in this task, after the release
    let clicked = false
    const watch = ({ target }: Event): void => {
      clicked ||= target instanceof Node && held.control.contains(target)
    }
    page.addEventListener('click', watch, true)
    setTimeout(() => {
      page.removeEventListener('click', watch, true)
      if (clicked || !held.control.isConnected) return
      const { clientX, clientY } = event
      const click = { bubbles: true, cancelable: true, composed: true, view: page, detail: 1, clientX, clientY }
      held.control.dispatchEvent(new MouseEvent('click', click))
    })
  }
  const forget = (): void => {
    press = null
  }
  page.addEventListener('pointerdown', down, true)
  page.addEventListener('pointerup', up, true)
  page.addEventListener('pointercancel', forget, true)
  return () => {
    page.removeEventListener('pointerdown', down, true)
    page.removeEventListener('pointerup', up, true)
    page.removeEventListener('pointercancel', forget, true)
  }
}

/** Returns true if the pointer is over the control, but another element covers it. */
function isCovered(control: Element, { clientX, clientY, target }: PointerEvent): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const isUnder = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  // a list that is scrolling can itself be hit, at the position of its control
  return isUnder && !(target instanceof Node && target.contains(control))
}
