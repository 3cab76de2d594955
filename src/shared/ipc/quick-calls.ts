import { z } from 'zod'
import { quickShortcutStates } from '../quick-states.ts'
import { done, id, nothing } from './call-parts.ts'

/** `main` showed or hid the window; `page` means that the page must do it. */
const doneBy = z.object({ by: z.enum(['main', 'page']) }).readonly()

/** Content that the quick window asks the main window to show. */
const quickTarget = z.strictObject({
  conversationId: id.nullable(),
  /** A page of the settings or of the library; null for none. */
  settingsPage: z.string().max(100).nullable(),
})

/** Calls of the quick window. */
export const quickCalls = {
  'quick.show': { input: nothing, output: doneBy },
  'quick.hide': { input: nothing, output: doneBy },
  /** Brings the main window to the front and shows a chat there, or a page of the settings or the library. */
  'quick.open': { input: quickTarget, output: doneBy },
  /**
   * Returns the text in the clipboard, after a key press or click of the user. Null if the page must read it itself, as
   * in the browser shell. In Electron, the quick window must have the focus.
   */
  'quick.clipboard': { input: nothing, output: z.object({ text: z.string().nullable() }).readonly() },
  /** Returns whether the system has accepted the global shortcut. */
  'quick.shortcut': { input: nothing, output: z.object({ state: z.enum(quickShortcutStates) }).readonly() },
  /**
   * Passes the keys of the global shortcut to the page while it records new ones; ends automatically after a minute.
   */
  'quick.pauseShortcut': { input: z.strictObject({ paused: z.boolean() }), output: done },
} as const

export const quickEvents = {
  /** Fires in main windows when the quick window called `quick.open`. */
  'quick.opened': quickTarget.readonly(),
  'quick.shortcutChanged': z.object({ state: z.enum(quickShortcutStates) }).readonly(),
} as const

export const quickContract = { calls: quickCalls, events: quickEvents }
