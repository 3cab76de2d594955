import type { NotePermission } from '../../platform/system-notes.ts'

/** Returns how the switch for notifications is shown: off and fixed if the browser blocks them, else as it was set. */
export function notificationSwitch(
  wanted: boolean,
  permission: NotePermission,
): { readonly checked: boolean; readonly disabled: boolean; readonly explained: boolean } {
  switch (permission) {
    case 'main':
    case 'granted':
    case 'default':
      return { checked: wanted, disabled: false, explained: wanted }
    case 'missing':
    case 'denied':
      return { checked: false, disabled: true, explained: true }
    default:
      return permission satisfies never
  }
}
