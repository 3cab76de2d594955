/** Longest selection that is remembered, in UTF-16 units. */
const lengthMax = 100_000
/** How long a selection must rest before it is read, in ms. */
const restMs = 120

let selected = ''

/** Returns the text that the user last selected in a message; empty for none. */
export function selectedText(): string {
  return selected
}

/** Remembers the selection in messages, because focusing the composer ends it. Returns the undo. */
export function followSelection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    const selection = document.getSelection()
    const { anchorNode = null } = selection ?? {}
    const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
    if (selection === null || selection.isCollapsed || element?.closest('article') == null) return
    selected = selection.toString().slice(0, lengthMax).trim()
  }
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(read, restMs)
  }
  document.addEventListener('selectionchange', changed)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('selectionchange', changed)
    selected = ''
  }
}
