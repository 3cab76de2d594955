import type { Notifier } from '../platform.ts'

/** The part of Electron's Notification that this module uses. */
export interface ShownNotification {
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown
  show(): void
  close(): void
}

export interface NotifierParts {
  /** Creates a notification; null when the system has no notifications. */
  readonly create: (options: { title: string; body: string }) => ShownNotification | null
  readonly setBadgeCount: (count: number) => unknown
  /** Brings the window to the front, or opens one. */
  readonly raise: () => void
}

/** Creates the port for system notifications and the number on the app's icon. */
export function createNotifier({ create, setBadgeCount, raise }: NotifierParts): Notifier {
  // an unreferenced notification is garbage collected, and its click is lost
  const shown = new Map<string, ShownNotification>()
  return {
    show({ key, title, body }, clicked) {
      const notification = create({ title, body })
      if (notification === null) return 'main'
      shown.get(key)?.close()
      shown.set(key, notification)
      const forget = (): void => {
        if (shown.get(key) === notification) shown.delete(key)
      }
      notification.on('close', forget)
      notification.on('failed', forget)
      notification.on('click', () => {
        forget()
        raise()
        clicked()
      })
      notification.show()
      return 'main'
    },
    badge: (count) => void setBadgeCount(count),
  }
}
