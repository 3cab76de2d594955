import type { KeyboardEvent } from 'react'
import type { Settings } from '../../../shared/settings.ts'

/** Properties of a keydown that the decision needs. */
export interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** True if Ctrl is held, or ⌘ on a Mac. */
  readonly mod: boolean
  readonly at: number
}

/** Reads a React keydown, with Ctrl and ⌘ resolved by platform. */
export function keyPressOf(event: KeyboardEvent, mac: boolean): KeyPress {
  return {
    key: event.key,
    keyCode: event.keyCode,
    isComposing: event.nativeEvent.isComposing,
    shift: event.shiftKey,
    alt: event.altKey,
    mod: mac ? event.metaKey : event.ctrlKey,
    at: event.timeStamp,
  }
}

// Some input methods end the composition first and then report its Enter as an ordinary key.
export const composedGraceMs = 40

/**
 * Decides what Enter does in the composer. During a composition, Enter confirms a candidate and must never send
 * (`isComposing`; key code 229 in Safari). `confirm` is an Enter right after a composition: it has already confirmed
 * the candidate, so the field must not insert a line break either.
 */
export function enterAction(
  press: KeyPress,
  sendWith: Settings['sendWith'],
  composedAt: number | null,
): 'send' | 'break' | 'confirm' | 'none' {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229) return 'none'
  if (composedAt !== null && press.at - composedAt < composedGraceMs) return 'confirm'
  if (press.shift || press.alt) return 'none'
  switch (sendWith) {
    case 'enter':
      return press.mod ? 'break' : 'send'
    case 'mod-enter':
      return press.mod ? 'send' : 'none'
    default:
      return sendWith satisfies never
  }
}
