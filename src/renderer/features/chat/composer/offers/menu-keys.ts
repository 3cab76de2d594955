import { closeMenu, type MenuEntry, useMenu } from '../../state/menu-store.ts'

/** An Enter within this time after a composition belongs to the composition, in ms. */
const compositionMs = 100

type Key = Pick<
  React.KeyboardEvent,
  'altKey' | 'ctrlKey' | 'key' | 'keyCode' | 'metaKey' | 'shiftKey' | 'timeStamp'
> & {
  readonly nativeEvent: { readonly isComposing: boolean }
}

/**
 * Passes a key of the composer to its open menu. Returns false if the key does not belong to the menu, as every key of
 * an input method.
 */
export function menuKey(event: Key, entries: readonly MenuEntry[], composedAt: number | null): boolean {
  if (entries.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return false
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const at = Math.min(useMenu.getState().at, entries.length - 1)
  switch (event.key) {
    case 'ArrowDown':
      useMenu.setState({ at: (at + 1) % entries.length })
      return true
    case 'ArrowUp':
      useMenu.setState({ at: (at + entries.length - 1) % entries.length })
      return true
    case 'Enter':
    case 'Tab':
      if (composedAt !== null && event.timeStamp - composedAt < compositionMs) return true
      entries[at]?.choose()
      return true
    case 'Escape':
      closeMenu()
      return true
    default:
      return false
  }
}
