import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPermissionAllowed } from '../../../src/main/security/permissions.ts'

it('allows copying and full screen', () => {
  expect(['clipboard-sanitized-write', 'fullscreen'].map(isPermissionAllowed)).toEqual([true, true])
})

it.each(['media', 'geolocation', 'notifications', 'openExternal', 'clipboard-read', 'hid', 'usb', 'serial', 'unknown'])(
  'refuses %s',
  (permission) => expect(isPermissionAllowed(permission)).toBe(false),
)

it('refuses whatever is not in the table, also names that every object has', () => {
  expect(['constructor', '__proto__', 'toString', ''].some(isPermissionAllowed)).toBe(false)
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(name !== 'fullscreen' && name !== 'clipboard-sanitized-write')
      expect(isPermissionAllowed(name)).toBe(false)
    }),
  )
})
