// Chromium's own paste takes minutes for a megabyte of mixed scripts (measured: 200 000 characters, 3 s, and 6 s for
// the next key), because it edits as a person would, run by run. Setting the same text takes less than a second.
const longText = 10_000

/** Pastes a very long text the quick way; false when the browser's own way is good enough. The price is its undo step. */
export function pasteLongText(event: React.ClipboardEvent<HTMLTextAreaElement>): boolean {
  const text = event.clipboardData.getData('text/plain')
  if (text.length < longText) return false
  event.preventDefault()
  const field = event.currentTarget
  // checking the spelling of so much text would cost as much again
  field.spellcheck = false
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.scrollTop = field.scrollHeight
  return true
}
