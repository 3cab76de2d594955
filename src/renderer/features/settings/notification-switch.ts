import type { NotePermission } from '../../platform/system-notes.ts'

/** How the switch for notifications is shown: on only where they can appear, and fixed where the browser blocks them. */
export function notificationSwitch(
  wanted: boolean,
  permission: NotePermission,
): { readonly checked: boolean; readonly disabled: boolean; readonly explained: boolean } {
  switch (permission) {
    case 'main':
    case 'granted':
      return { checked: wanted, disabled: false, explained: wanted }
    case 'default':
      return { checked: false, disabled: false, explained: wanted }
    case 'missing':
    case 'denied':
      return { checked: false, disabled: true, explained: true }
    default:
      return permission satisfies never
  }
}
