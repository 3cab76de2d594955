/**
 * The global shortcut of the quick window: none is set; the system accepted it; the system or another program keeps it;
 * this shell has none.
 */
export const quickShortcutStates = ['off', 'on', 'refused', 'unavailable'] as const
export type QuickShortcutState = (typeof quickShortcutStates)[number]

/** Query of the page's address that makes it the quick window. */
export const quickQuery = '?quick'

/** Owner of the quick window's unsent text, apart from that of a new chat in the main window. */
export const quickDraftId = '0199f000-0000-7000-8000-000000000001'
