/**
 * Returns the selection inside one or more messages of the conversation; null without one, or for a selection
 * elsewhere.
 */
export function selectionInMessage(): { readonly text: string; readonly range: Range } | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  if (!isInMessage(selection.anchorNode) || !isInMessage(selection.focusNode)) return null
  const text = selection.toString()
  return text.trim() === '' ? null : { text, range: selection.getRangeAt(0) }
}

function isInMessage(node: Node | null): boolean {
  const element = node instanceof Element ? node : node?.parentElement
  // a field has a selection of its own
  return element?.closest('[data-message]') != null && element.closest('textarea, input') === null
}
