import { beforeEach, expect, test } from 'vitest'
import { createFaultWatch, faultPlace, guardedClock, guardedEvents } from '../../src/main/faults.ts'
import type { EventSink } from '../../src/main/platform.ts'
import { SettingsService } from '../../src/main/services/app/settings-service.ts'
import { EventRecorder, ManualClock, memoryStore } from '../fakes/platform.ts'

let logged: string[] = []
const log = (level: string, event: string, fields?: object): void => {
  logged.push(JSON.stringify({ level, event, ...fields }))
}
beforeEach(() => {
  logged = []
})
const fail = (): never => {
  throw new RangeError('words of a person')
}

test('an exception in a timer is logged, and later timers run', () => {
  const manual = new ManualClock()
  const clock = guardedClock(manual, log)
  let ran = 0
  clock.after(10, fail)
  clock.after(10, () => (ran += 1))
  const undo = clock.after(10, () => (ran += 100))
  undo()
  manual.advance(10)
  expect(ran).toBe(1)
  expect(logged.join()).toContain('RangeError')
  expect(logged.join()).not.toContain('words of a person')
})

test('an event that cannot be sent is logged, and its sender continues', () => {
  const broken: EventSink = { emit: fail }
  guardedEvents(broken, log).emit('settings.changed', new SettingsService(memoryStore(), broken, log).get())
  expect(logged).toHaveLength(1)
})

test('a failing settings listener prevents neither the change nor the other listeners', () => {
  const settings = new SettingsService(memoryStore(), new EventRecorder(), log)
  let told = 0
  settings.onChange(fail)
  settings.onChange(() => (told += 1))
  expect(settings.updateSettings({ theme: 'dark' }).theme).toBe('dark')
  expect([told, logged.length]).toEqual([1, 1])
})

test('the watch reports each fault, and gives up after ten within a minute', () => {
  const clock = new ManualClock()
  let told = 0
  let ended = 0
  const watch = createFaultWatch({ clock, log, tell: () => (told += 1), giveUp: () => (ended += 1) })
  for (let count = 0; count < 9; count += 1) watch(new Error('x'))
  clock.advance(60_001)
  for (let count = 0; count < 9; count += 1) watch('not an error')
  expect([told, ended]).toEqual([18, 0])
  watch(null)
  expect([told, ended]).toEqual([18, 1])
})

test('the watch gives up if a fault cannot be shown', () => {
  let ended = 0
  createFaultWatch({ clock: new ManualClock(), log, tell: fail, giveUp: () => (ended += 1) })(new Error('x'))
  expect(ended).toBe(1)
})

test('the location of a fault contains no message', () => {
  try {
    fail()
  } catch (cause) {
    expect(faultPlace(cause).cause).toBe('RangeError')
    expect(faultPlace(cause).at).toContain('faults.test.ts')
  }
})
