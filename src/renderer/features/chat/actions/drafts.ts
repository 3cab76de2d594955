import { paidPresses } from '../../../components/forms/press-guard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { SaveSoon } from '../../../platform/save-soon.ts'
import { chatNow, pressArea, useChat } from '../state/chat-store.ts'

/**
 * The composer's text field as seen by the rest of the chat. The text stays in the field, because it can be very long.
 */
interface ComposerField {
  fieldText(): string
  set(text: string): void
  /** Replaces the whole text, as a step that can be undone. */
  replace(text: string): void
  /** Appends a text, as a step that can be undone. */
  append(text: string): void
  /** Replaces the selection, as a step that can be undone. */
  insert(text: string): void
  focus(): void
  /** True if an input method is in the middle of a word. */
  isComposing(): boolean
}

let field: ComposerField | null = null
/** Conversation of the unsaved text; null is a new one. */
let owner: string | null = newChatOwner
const unsaved = new SaveSoon(() => {
  // without a composer there is nothing to read, and saving an empty text would overwrite the draft
  if (field !== null) void call('chat.saveDraft', { conversationId: owner, text: field.fieldText() })
})

function draftOwner(): string | null {
  return chatNow().open?.conversation.id ?? newChatOwner
}

/** Input that waits for a composer. */
let waiting: (() => void)[] = []

/** Registers the composer. Returns a function that unregisters it and saves the unsaved text. */
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

/** Calls `listener` whenever the composer is unmounted, for the lifetime of the page. */
export function onComposerGone(listener: () => void): void {
  goneListeners.add(listener)
}

/** Stores the text of a composer that is being unmounted, to show it later. `serial` is that of its draft. */
export function keepShown(serial: number, text: string): void {
  // a draft of another conversation may have arrived meanwhile
  useChat.setState(({ draft }) => (draft.serial === serial ? { draft: { ...draft, text } } : {}))
}

/** Runs `run` at once if the composer is mounted, else as soon as it is. */
export function whenComposerIsThere(run: () => void): void {
  if (field === null) waiting.push(run)
  else run()
}

/** Returns the composer's text; while it is unmounted, the text that it will show. */
export function composerText(): string {
  return field?.fieldText() ?? useChat.getState().draft.text
}

/** Returns true if an input method is in the middle of a word. */
export function isComposing(): boolean {
  return field?.isComposing() ?? false
}

export function focusComposer(): void {
  field?.focus()
}

/** Removes the focus from the composer, so that no further keys are typed into the open chat. */
export function blurComposer(): void {
  if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur()
}

/** Sets the composer's text, as if typed. */
export function fillComposer(text: string): void {
  field?.set(text)
  field?.focus()
  draftTyped()
}

/** Replaces the composer's text. Ctrl+Z restores it. */
export function replaceComposer(text: string): void {
  field?.replace(text)
}

/** Appends a text in the composer. Ctrl+Z removes it. */
export function appendToComposer(text: string): void {
  field?.append(text)
}

/** Inserts a text at the caret; false if there is no composer. Ctrl+Z removes it. */
export function insertAtCaret(text: string): boolean {
  field?.insert(text)
  return field !== null
}

/** Shows a text in the composer without storing it: the stored draft does not change. */
export function previewComposer(text: string): void {
  flushDraft()
  field?.set(text)
  paidPresses.noteContentChange(pressArea('send'))
  tellDraft()
}

const listeners = new Set<() => void>()

/** Calls `listener` after each change of the draft, for the lifetime of the page. */
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
  paidPresses.noteContentChange(pressArea('send'))
  owner = draftOwner()
  unsaved.scheduleSave()
  tellDraft()
}

/** Saves the current text if it is unsaved. */
export function flushDraft(): void {
  unsaved.flush()
}

/** Drops the draft of a sent text, so that it does not reappear. */
export function draftSent(conversationId: string | null): void {
  unsaved.forget()
  void call('chat.saveDraft', { conversationId, text: '' })
}
