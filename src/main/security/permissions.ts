/** Permissions the page may have, with reasons. Any other is refused. */
const permissions: ReadonlyMap<string, { readonly allowed: boolean; readonly why: string }> = new Map([
  ['clipboard-sanitized-write', { allowed: true, why: 'Copy buttons; the page can write text, not read' }],
  ['fullscreen', { allowed: true, why: 'A video can be watched in full screen' }],
  ['clipboard-read', { allowed: false, why: 'Pasting is an event and needs no permission' }],
  ['display-capture', { allowed: false, why: 'The app does not record the screen' }],
  ['geolocation', { allowed: false, why: 'Nothing depends on where a person is' }],
  ['notifications', { allowed: false, why: 'Main shows them through the operating system' }],
  ['midi', { allowed: false, why: 'No device is used' }],
  ['midiSysex', { allowed: false, why: 'No device is used' }],
  ['hid', { allowed: false, why: 'No device is used' }],
  ['serial', { allowed: false, why: 'No device is used' }],
  ['usb', { allowed: false, why: 'No device is used' }],
  ['pointerLock', { allowed: false, why: 'Nothing follows the pointer out of the window' }],
  ['keyboardLock', { allowed: false, why: 'The keys of the system stay with the system' }],
  ['openExternal', { allowed: false, why: 'Links leave through security/external-url.ts only' }],
  ['fileSystem', { allowed: false, why: 'Files are handed over one by one, by drop or by dialog' }],
  ['idle-detection', { allowed: false, why: 'Nobody is watched' }],
  ['storage-access', { allowed: false, why: 'No third party is ever embedded' }],
  ['top-level-storage-access', { allowed: false, why: 'No third party is ever embedded' }],
  ['speaker-selection', { allowed: false, why: 'Sound goes where the system sends it' }],
  ['window-management', { allowed: false, why: 'There is one window' }],
  ['mediaKeySystem', { allowed: false, why: 'Nothing that is played is encrypted' }],
  ['deprecated-sync-clipboard-read', { allowed: false, why: 'Pasting is an event and needs no permission' }],
])

/** The requester of camera or microphone, as far as known. */
export interface CaptureRequest {
  /** True if the request comes from the main frame of the app's own page. */
  readonly ownPage: boolean
  /** Requested device; Chromium uses `video` for a camera, or `unknown`. */
  readonly media: readonly string[]
}

/**
 * Returns true if the page may have a permission; unknown ones are refused. `media` has its own rule, see
 * `isCaptureAllowed`.
 */
export function isPermissionAllowed(permission: string): boolean {
  return permissions.get(permission)?.allowed ?? false
}

/**
 * Returns true if `media` is allowed: only the microphone, for the app's own page. Cameras and unnamed devices are
 * refused.
 */
export function isCaptureAllowed({ ownPage, media }: CaptureRequest): boolean {
  return ownPage && media.length > 0 && media.every((kind) => kind === 'audio')
}
