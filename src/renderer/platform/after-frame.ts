let waiting: (() => void)[] = []
let port: MessagePort | null = null

/**
 * Calls a listener after the current frame was laid out and painted. Call it in a callback of `requestAnimationFrame`:
 * the browser delivers a message after the frame in which it was sent.
 */
export function afterThisFrame(listener: () => void): void {
  waiting.push(listener)
  port ??= messagePort()
  if (waiting.length === 1) port.postMessage(null)
}

function messagePort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const due = waiting
    waiting = []
    for (const listener of due) listener()
  }
  return port2
}

let pressedKeys = 0

/** Watches for key presses, for `showsKey`. Returns its undo. */
export function watchKeys(
  page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'requestAnimationFrame'>,
): () => void {
  const pressed = (): void => {
    pressedKeys += 1
    page.requestAnimationFrame(() =>
      afterThisFrame(() => {
        pressedKeys -= 1
      }),
    )
  }
  page.addEventListener('keydown', pressed, { capture: true, passive: true })
  return () => page.removeEventListener('keydown', pressed, { capture: true })
}

/** True from a key press until the frame that shows it was drawn. */
export function showsKey(): boolean {
  return pressedKeys > 0
}
