/** A stretch of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * Returns the selected stretch of an element's text, without spaces around it; null without one. The words of buttons
 * are not part of the text.
 */
export function selectedStretch(element: HTMLElement | null): Stretch | null {
  const selection = document.getSelection()
  if (element === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(element)) return null
  const inside = document.createRange()
  inside.selectNodeContents(element)
  const before = inside.cloneRange()
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset)
  before.setEnd(inside.startContainer, inside.startOffset)
  const text = textOf(inside)
  const start = textOf(before).length + text.length - text.trimStart().length
  return text.trim() === '' ? null : { start, end: start + text.trim().length }
}

function textOf(range: Range): string {
  const part = range.cloneContents()
  for (const button of part.querySelectorAll('button')) button.remove()
  return part.textContent
}

const steps: Readonly<Record<string, readonly [direction: string, unit: string, largeUnit: string]>> = {
  ArrowDown: ['forward', 'line', 'paragraph'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
}

/**
 * Extends the selection in an element by an arrow key, as in a text field; false for other keys. Without a selection it
 * begins at the first line in view.
 */
export function extendSelection(element: HTMLElement, key: string, isLarge: boolean): boolean {
  const step = steps[key]
  const selection = document.getSelection()
  if (step === undefined || selection === null) return false
  if (!element.contains(selection.focusNode)) beginSelection(element, selection)
  const [direction, unit, largeUnit] = step
  selection.modify('extend', direction, isLarge ? largeUnit : unit)
  return true
}

/** Puts the start of a selection at the first line in view. */
function beginSelection(element: HTMLElement, selection: Selection): void {
  const { direction, paddingBlockStart, paddingInlineStart } = getComputedStyle(element)
  const { left, right, top } = element.getBoundingClientRect()
  const indent = Number.parseFloat(paddingInlineStart) + 1
  const above = Math.max(0, Number.parseFloat(paddingBlockStart) - element.scrollTop)
  const first = document.caretPositionFromPoint(direction === 'rtl' ? right - indent : left + indent, top + above + 4)
  if (first !== null && element.contains(first.offsetNode)) selection.collapse(first.offsetNode, first.offset)
  else selection.collapse(element, 0)
}
