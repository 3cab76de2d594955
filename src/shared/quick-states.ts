/**
 * State of the quick window's global shortcut: `off`: none is set; `on`: the system accepted it; `refused`: the system
 * or another program uses it; `unavailable`: this shell does not support it.
 */
export const quickShortcutStates = ['off', 'on', 'refused', 'unavailable'] as const
export type QuickShortcutState = (typeof quickShortcutStates)[number]

/** Query of the page's address that makes it the quick window. */
export const quickQuery = '?quick'

/** Owner of the quick window's unsent text, separate from that of a new chat in the main window. */
export const quickDraftId = '0199f000-0000-7000-8000-000000000001'
