import type { ChangeEvent, KeyboardEvent } from 'react'
import { appState } from '../../platform/app-store.ts'
import { enterAction, keyPressOf } from './composer-keys.ts'

/**
 * Returns a key handler that submits a form on Ctrl+Enter (⌘+Enter) in any field, unless the field has handled the key.
 */
export function onSubmitKey(submit: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.defaultPrevented) return
    // React bubbles events from popovers into the form; keys in them must not submit
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const mac = appState().info.platform === 'mac'
    if (enterAction(keyPressOf(event, mac), 'mod-enter', null) !== 'send') return
    event.preventDefault()
    if (!event.repeat) submit()
  }
}

/** Returns true if Shift was held when a checkbox was clicked; it then selects a range. */
export function withShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

/** Returns true if an element receives typed and pasted text. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
