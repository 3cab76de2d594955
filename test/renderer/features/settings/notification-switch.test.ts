import { expect, it } from 'vitest'
import { notificationSwitch } from '../../../../src/renderer/features/settings/notification-switch.ts'

it.each(['main', 'granted'] as const)('the switch shows the setting if notifications are allowed: %s', (permission) => {
  expect(notificationSwitch(true, permission)).toMatchObject({ checked: true, disabled: false })
  expect(notificationSwitch(false, permission)).toMatchObject({ checked: false, disabled: false })
})

it.each(['denied', 'missing'] as const)('the switch is off and says why if they are blocked: %s', (permission) => {
  for (const wanted of [true, false])
    expect(notificationSwitch(wanted, permission)).toEqual({ checked: false, disabled: true, explained: true })
})

it('the switch shows the setting before the browser was asked, and says so', () => {
  expect(notificationSwitch(true, 'default')).toEqual({ checked: true, disabled: false, explained: true })
  expect(notificationSwitch(false, 'default')).toEqual({ checked: false, disabled: false, explained: false })
})
