import { paidPresses } from '../../../components/forms/press-guard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { SaveSoon } from '../../../platform/save-soon.ts'
import { chatNow, pressArea, useChat } from '../chat-store.ts'

/** The composer's text field, as the rest of the chat sees it. The text lives in the field: it may be very long. */
interface ComposerField {
  text(): string
  set(text: string): void
  focus(): void
}

let field: ComposerField | null = null
/** The conversation of what is not saved yet; null is a new one. */
let owner: string | null = null
const unsaved = new SaveSoon(() => {
  // without a composer there is nothing to read, and an empty text would overwrite what is kept
  if (field !== null) void call('chat.saveDraft', { conversationId: owner, text: field.text() })
})

function draftOwner(): string | null {
  return chatNow().open?.conversation.id ?? null
}

/** Input that waits for a composer. */
let waiting: (() => void)[] = []

/** Makes the composer known; returns the undo. */
export function registerComposer(composer: ComposerField): () => void {
  field = composer
  const runs = waiting
  waiting = []
  for (const run of runs) run()
  return () => {
    if (field === composer) field = null
  }
}

/** Runs at once where the composer is on the page, else as soon as it is. */
export function whenComposerIsThere(run: () => void): void {
  if (field === null) waiting.push(run)
  else run()
}

export function composerText(): string {
  return field?.text() ?? ''
}

export function focusComposer(): void {
  field?.focus()
}

/** Puts a text into the composer, as if typed. */
export function fillComposer(text: string): void {
  field?.set(text)
  field?.focus()
  draftTyped()
}

/** Shows a stored text in the composer, also when the composer is not there yet. */
export function showDraft(text: string, focus: boolean): void {
  useChat.setState((state) => ({ draft: { serial: state.draft.serial + 1, text, focus } }))
}

/** Something was typed: keeps it soon. */
export function draftTyped(): void {
  paidPresses.changed(pressArea('send'))
  owner = draftOwner()
  unsaved.changed()
}

/** Keeps what is typed now, if it is not kept yet. */
export function flushDraft(): void {
  unsaved.flush()
}

/** The text was sent: nothing of it may come back as a draft. */
export function draftSent(conversationId: string | null): void {
  unsaved.forget()
  void call('chat.saveDraft', { conversationId, text: '' })
}
