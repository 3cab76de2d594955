import { expect, it } from 'vitest'
import { notificationSwitch } from '../../../../src/renderer/features/settings/notification-switch.ts'

it.each(['main', 'granted'] as const)('is as it was set where notifications can appear: %s', (permission) => {
  expect(notificationSwitch(true, permission)).toMatchObject({ checked: true, disabled: false })
  expect(notificationSwitch(false, permission)).toMatchObject({ checked: false, disabled: false })
})

it.each(['denied', 'missing'] as const)('is off and says why where they cannot: %s', (permission) => {
  for (const wanted of [true, false])
    expect(notificationSwitch(wanted, permission)).toEqual({ checked: false, disabled: true, explained: true })
})

it('is as it was set while the browser was not asked, and says that', () => {
  expect(notificationSwitch(true, 'default')).toEqual({ checked: true, disabled: false, explained: true })
  expect(notificationSwitch(false, 'default')).toEqual({ checked: false, disabled: false, explained: false })
})
