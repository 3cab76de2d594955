import type { ChangeEvent, KeyboardEvent } from 'react'
import { appState } from '../../platform/app-store.ts'
import { enterAction, keyPressOf } from './composer-keys.ts'

/** Submits a form by Ctrl+Enter (⌘+Enter) from any of its fields, unless the field has used the key itself. */
export function onSubmitKey(submit: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.defaultPrevented) return
    // popovers hang in the form for React only; what is chosen in them is not submitted
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const mac = appState().info.platform === 'mac'
    if (enterAction(keyPressOf(event, mac), 'mod-enter', null) !== 'send') return
    event.preventDefault()
    if (!event.repeat) submit()
  }
}

/** Whether Shift was held when a checkbox was pressed: then a range is meant. */
export function withShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}

/** Whether keys and pasted text go into a field there. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
