import { z } from 'zod'
import { quickShortcutStates } from '../quick-states.ts'
import { done, id, nothing } from './call-parts.ts'

/** Where a window is shown or hidden; `page` means that the page must do it. */
const doneBy = z.object({ by: z.enum(['main', 'page']) }).readonly()

/** What the quick window asks the main window to show. */
const quickTarget = z.strictObject({
  conversationId: id.nullable(),
  /** A page of the settings or of the library; null for none. */
  settingsPage: z.string().max(100).nullable(),
})

/** Calls of the quick window. */
export const quickCalls = {
  'quick.show': { input: nothing, output: doneBy },
  'quick.hide': { input: nothing, output: doneBy },
  /** Brings the main window to the front, and has it show a chat, or a page of the settings or the library. */
  'quick.open': { input: quickTarget, output: doneBy },
  /**
   * The text in the clipboard, after a press of the user. Null where the shell has none for the page: in the browser
   * shell the page reads it, and in Electron the quick window must have the focus.
   */
  'quick.clipboard': { input: nothing, output: z.object({ text: z.string().nullable() }).readonly() },
  /** Whether the system has accepted the global shortcut. */
  'quick.shortcut': { input: nothing, output: z.object({ state: z.enum(quickShortcutStates) }).readonly() },
  /** Lets the keys of the global shortcut through to the page that asks for new ones; ends by itself after a minute. */
  'quick.pauseShortcut': { input: z.strictObject({ paused: z.boolean() }), output: done },
} as const

export const quickEvents = {
  /** The quick window asked for this; for main windows. */
  'quick.opened': quickTarget.readonly(),
  'quick.shortcutChanged': z.object({ state: z.enum(quickShortcutStates) }).readonly(),
} as const

export const quickContract = { calls: quickCalls, events: quickEvents }
