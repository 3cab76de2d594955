import { paidPresses } from '../../../components/forms/press-guard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { SaveSoon } from '../../../platform/save-soon.ts'
import { chatNow, pressArea, useChat } from '../chat-store.ts'

/**
 * The composer's text field as seen by the rest of the chat. The text stays in the field, because it can be very long.
 */
interface ComposerField {
  text(): string
  set(text: string): void
  /** Puts a text in place of all, as a step that can be undone. */
  replace(text: string): void
  /** Puts a text behind all, as a step that can be undone. */
  append(text: string): void
  /** Puts a text in place of what is selected, as a step that can be undone. */
  insert(text: string): void
  focus(): void
  /** Whether an input method is in the middle of a word. */
  isComposing(): boolean
}

let field: ComposerField | null = null
/** Conversation of the unsaved text; null is a new one. */
let owner: string | null = newChatOwner
const unsaved = new SaveSoon(() => {
  // without a composer there is nothing to read, and saving an empty text would overwrite the draft
  if (field !== null) void call('chat.saveDraft', { conversationId: owner, text: field.text() })
})

function draftOwner(): string | null {
  return chatNow().open?.conversation.id ?? newChatOwner
}

/** Input that waits for a composer. */
let waiting: (() => void)[] = []

/** Registers the composer; returns the undo, which keeps what is unsaved. */
export function registerComposer(composer: ComposerField): () => void {
  field = composer
  const runs = waiting
  waiting = []
  for (const run of runs) run()
  return () => {
    if (field !== composer) return
    flushDraft()
    field = null
    for (const tell of goneListeners) tell()
  }
}

const goneListeners = new Set<() => void>()

/** Calls `listener` whenever the composer is taken off the page, as long as the page lives. */
export function onComposerGone(listener: () => void): void {
  goneListeners.add(listener)
}

/** Keeps the text of a composer that is taken off the page, to be shown when it is back. `serial` is that of its draft. */
export function keepShown(serial: number, text: string): void {
  // a draft of another conversation may have come meanwhile
  useChat.setState(({ draft }) => (draft.serial === serial ? { draft: { ...draft, text } } : {}))
}

/** Runs at once if the composer is mounted, else as soon as it is. */
export function whenComposerIsThere(run: () => void): void {
  if (field === null) waiting.push(run)
  else run()
}

/** The composer's text, or what it shows when it is back. */
export function composerText(): string {
  return field?.text() ?? useChat.getState().draft.text
}

/** Returns true if an input method is in the middle of a word. */
export function isComposing(): boolean {
  return field?.isComposing() ?? false
}

export function focusComposer(): void {
  field?.focus()
}

/** Takes the focus away, so that nothing more is typed into the open chat. */
export function blurComposer(): void {
  if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur()
}

/** Puts a text into the composer, as if typed. */
export function fillComposer(text: string): void {
  field?.set(text)
  field?.focus()
  draftTyped()
}

/** Puts a text in place of what is in the composer. Ctrl+Z brings that back. */
export function replaceComposer(text: string): void {
  field?.replace(text)
}

/** Puts a text behind what is in the composer. Ctrl+Z takes it out again. */
export function appendToComposer(text: string): void {
  field?.append(text)
}

/** Puts a text at the caret; false where there is no composer. Ctrl+Z takes it out again. */
export function insertAtCaret(text: string): boolean {
  field?.insert(text)
  return field !== null
}

/** Shows a text in the composer without storing it: the draft stays what it was. */
export function previewComposer(text: string): void {
  flushDraft()
  field?.set(text)
  paidPresses.changed(pressArea('send'))
  tellDraft()
}

const listeners = new Set<() => void>()

/** Calls `listener` after each change of the draft, as long as the page lives. */
export function onDraft(listener: () => void): void {
  listeners.add(listener)
}

function tellDraft(): void {
  for (const listener of listeners) listener()
}

/** Shows a stored text in the composer, even if the composer is mounted later. */
export function showDraft(text: string, focus: boolean): void {
  useChat.setState((state) => ({ draft: { serial: state.draft.serial + 1, text, focus } }))
  tellDraft()
}

/** Schedules saving after typing. */
export function draftTyped(): void {
  paidPresses.changed(pressArea('send'))
  owner = draftOwner()
  unsaved.changed()
  tellDraft()
}

/** Saves the present text if it is unsaved. */
export function flushDraft(): void {
  unsaved.flush()
}

/** Drops the draft of a sent text, so that it does not come back. */
export function draftSent(conversationId: string | null): void {
  unsaved.forget()
  void call('chat.saveDraft', { conversationId, text: '' })
}
