/** How long typed keys are held for a field that does not appear, in ms. */
const holdMs = 1000

/** Keys that type nothing themselves. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

let end = () => {}

/**
 * Holds the typing after a shortcut until the field that the shortcut opens has the focus, and types it there.
 * Otherwise fast typing on a slow computer would reach the field that had the focus before, and Enter would send it.
 * If no other field gets the focus within a second, the text goes to where the focus is, without Enter.
 */
export function holdTyping(): void {
  end()
  const before = document.activeElement
  // an open dialog or search keeps the typing to itself
  if (before?.closest('[role="dialog"], search')) return
  const held: string[] = []
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || modifiers.has(event.key)) return
    // AltGr types a character, although Windows reports it as Ctrl and Alt
    const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    const isText = event.key.length === 1 && !isShortcut
    if (!isText && event.key !== 'Enter' && event.key !== 'Backspace') {
      // Escape and other shortcuts act at once, on the field that has the focus now
      stop()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Backspace') held.pop()
    else held.push(event.key)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target === before || !isField(target)) return
    stop()
    typeInto(target, held)
  }
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('focusin', onFocus)
    end = () => {}
  }
  const timer = setTimeout(() => {
    stop()
    const { activeElement } = document
    if (isField(activeElement))
      typeInto(
        activeElement,
        held.filter((key) => key !== 'Enter'),
      )
  }, holdMs)
  end = stop
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('focusin', onFocus)
}

function isField(element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Types keys into the focused field. Only the first Enter counts; further keys were meant for what it opens. */
function typeInto(field: HTMLInputElement | HTMLTextAreaElement, keys: readonly string[]): void {
  const enterAt = keys.indexOf('Enter')
  const text = (enterAt < 0 ? keys : keys.slice(0, enterAt)).join('')
  // unlike setting the value, this can be undone and is an input event for React
  if (text !== '') document.execCommand('insertText', false, text)
  if (enterAt < 0) return
  // React renders the results of the text before the next task
  setTimeout(() => {
    if (document.activeElement === field)
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
}
