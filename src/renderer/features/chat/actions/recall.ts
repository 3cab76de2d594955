import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { chatNow } from '../state/chat-store.ts'
import { EarlierPrompts, withNewest } from '../state/earlier-prompts.ts'
import { endOf } from '../state/messages.ts'
import { loadEarlier } from './chat-actions.ts'
import { previewComposer } from './drafts.ts'

const earlier = new EarlierPrompts()
/** Texts sent since the page started, for recall in a new chat. */
let sentHere: readonly string[] = []

/**
 * Remembers a sent text, except that of a temporary chat, which ends with the chat. Returns the draft behind it, if it
 * was a recalled prompt.
 */
export function promptSent(text: string, conversationId: string): string {
  if (!isTemporaryChat(conversationId)) sentHere = withNewest(sentHere, text)
  const behind = earlier.shows(text) ? (earlier.behind ?? '') : ''
  earlier.reset()
  return behind
}

/** Returns the draft of a field that shows a text: the text itself, or the draft behind a recalled prompt. */
export function draftBehind(text: string): string {
  return earlier.shows(text) ? (earlier.behind ?? '') : text
}

/** Notes that the text in the field was typed or pasted. */
export function recallChanged(): void {
  earlier.noteTyping()
}

/** Ends the recall, because another draft is shown. */
export function recallEnded(): void {
  earlier.reset()
}

/** Returns the prompts of the open chat, or, in a new one, those sent since the page started; oldest first. */
function prompts(): readonly string[] {
  const { open } = chatNow()
  if (open === null) return sentHere
  return endOf(open)
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
}

/** Returns true if an arrow key steps: at the edge of the field, or right after a step. */
function steps(field: HTMLTextAreaElement, step: -1 | 1): boolean {
  const { selectionEnd, selectionStart, value } = field
  if (selectionStart !== selectionEnd) return false
  const isShown = earlier.shows(value)
  const isAtEnd = selectionStart === value.length
  return step === -1 ? selectionStart === 0 || (isShown && isAtEnd) : isShown && isAtEnd
}

/** Steps to another prompt by an arrow key; false if the key only moves the caret. */
export function recall(field: HTMLTextAreaElement, step: -1 | 1): boolean {
  if (!steps(field, step)) return false
  const text = earlier.step(step, field.value, prompts())
  const { open } = chatNow()
  if (text === null && step === -1 && open?.hasEarlier) void loadEarlier()
  if (text === null) return false
  // the stored draft does not change until something is typed
  previewComposer(text)
  field.setSelectionRange(text.length, text.length)
  field.scrollTop = field.scrollHeight
  return true
}
