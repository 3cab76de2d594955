import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createNotifier } from '../../../src/main/electron/notifier.ts'

class SmallNotification extends EventEmitter {
  readonly did: string[] = []
  readonly title: string
  constructor(options: { title: string }) {
    super()
    this.title = options.title
  }
  show(): void {
    this.did.push('show')
  }
  close(): void {
    this.did.push('close')
    this.emit('close')
  }
}

function notifier(supported = true) {
  const made: SmallNotification[] = []
  const did: string[] = []
  const port = createNotifier({
    create(options) {
      if (!supported) return null
      const notification = new SmallNotification(options)
      made.push(notification)
      return notification
    },
    setBadgeCount: (count) => did.push(`badge ${count}`),
    raise: () => did.push('raise'),
  })
  return { port, made, did }
}

describe('the notifications of the operating system', () => {
  it('a click on a notification raises the window first, then is reported', () => {
    const { port, made, did } = notifier()
    expect(port.show({ key: 'one', title: 'Done', body: 'A heron' }, () => did.push('clicked'))).toBe('main')
    expect(made.map(({ title, did: shown }) => [title, shown])).toEqual([['Done', ['show']]])
    made[0]?.emit('click')
    expect(did).toEqual(['raise', 'clicked'])
  })

  it('a notification replaces an earlier one with the same key', () => {
    const { port, made } = notifier()
    port.show({ key: 'one', title: 'First', body: '' }, () => undefined)
    port.show({ key: 'two', title: 'Other', body: '' }, () => undefined)
    port.show({ key: 'one', title: 'Second', body: '' }, () => undefined)
    expect(made.map(({ did }) => did)).toEqual([['show', 'close'], ['show'], ['show']])
  })

  it('a notification is skipped if the system has none, and the icon still counts', () => {
    const { port, did } = notifier(false)
    expect(port.show({ key: 'one', title: '', body: '' }, () => undefined)).toBe('main')
    port.badge(3)
    expect(did).toEqual(['badge 3'])
  })
})
