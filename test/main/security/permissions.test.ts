import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCaptureAllowed, isPermissionAllowed } from '../../../src/main/security/permissions.ts'

it('allows copying and full screen', () => {
  expect(['clipboard-sanitized-write', 'fullscreen'].map(isPermissionAllowed)).toEqual([true, true])
})

it.each(['media', 'geolocation', 'notifications', 'openExternal', 'clipboard-read', 'hid', 'usb', 'serial', 'unknown'])(
  'refuses the permission %s',
  (permission) => expect(isPermissionAllowed(permission)).toBe(false),
)

it("allows the app's own page to capture sound, and nothing else", () => {
  expect(isCaptureAllowed({ ownPage: true, media: ['audio'] })).toBe(true)
  expect(isCaptureAllowed({ ownPage: false, media: ['audio'] })).toBe(false)
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.oneof(fc.constantFrom('audio', 'video', 'unknown'), fc.string())),
      (ownPage, media) => {
        fc.pre(!ownPage || media.length === 0 || media.some((kind) => kind !== 'audio'))
        expect(isCaptureAllowed({ ownPage, media })).toBe(false)
      },
    ),
  )
})

it('refuses anything outside the table, even names that every object has', () => {
  expect(['constructor', '__proto__', 'toString', ''].some(isPermissionAllowed)).toBe(false)
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(name !== 'fullscreen' && name !== 'clipboard-sanitized-write')
      expect(isPermissionAllowed(name)).toBe(false)
    }),
  )
})
