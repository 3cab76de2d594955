import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { loadEarlier } from '../chat-actions.ts'
import { chatNow } from '../chat-store.ts'
import { endOf } from '../messages.ts'
import { previewComposer } from './drafts.ts'
import { EarlierPrompts, withNewest } from './earlier-prompts.ts'

const earlier = new EarlierPrompts()
/** What was sent since the page began, for a new chat. */
let sentHere: readonly string[] = []

/**
 * Remembers a sent text, but one of a temporary chat, which ends with that. Gives the draft that stood behind it, if it was
 * a prompt that was stepped to.
 */
export function promptSent(text: string, conversationId: string): string {
  if (!isTemporaryChat(conversationId)) sentHere = withNewest(sentHere, text)
  const behind = earlier.shows(text) ? (earlier.behind ?? '') : ''
  earlier.reset()
  return behind
}

/** The draft of a field that shows a text: the text, or what stands behind a prompt that was stepped to. */
export function draftBehind(text: string): string {
  return earlier.shows(text) ? (earlier.behind ?? '') : text
}

/** The text in the field was typed or pasted. */
export function recallChanged(): void {
  earlier.changed()
}

/** Another draft is shown. */
export function recallEnded(): void {
  earlier.reset()
}

/** Prompts of the open chat, or, in a new one, those sent since the page began; oldest first. */
function prompts(): readonly string[] {
  const { open } = chatNow()
  if (open === null) return sentHere
  return endOf(open)
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
}

/** Returns true if an arrow steps: at the edge of the field, or right after a step. */
function steps(field: HTMLTextAreaElement, step: -1 | 1): boolean {
  const { selectionEnd, selectionStart, value } = field
  if (selectionStart !== selectionEnd) return false
  const isShown = earlier.shows(value)
  const isAtEnd = selectionStart === value.length
  return step === -1 ? selectionStart === 0 || (isShown && isAtEnd) : isShown && isAtEnd
}

/** Steps to another prompt by an arrow; false where the arrow only moves the caret. */
export function recall(field: HTMLTextAreaElement, step: -1 | 1): boolean {
  if (!steps(field, step)) return false
  const text = earlier.step(step, field.value, prompts())
  const { open } = chatNow()
  if (text === null && step === -1 && open?.hasEarlier) void loadEarlier()
  if (text === null) return false
  // the stored draft stays as it is until something is typed
  previewComposer(text)
  field.setSelectionRange(text.length, text.length)
  field.scrollTop = field.scrollHeight
  return true
}
