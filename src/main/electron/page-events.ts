import type { EventSink } from '../platform.ts'
import { eventChannel } from './ipc.ts'

/** The part of a window that receives events. */
export interface EventTarget {
  isDestroyed(): boolean
  readonly webContents: { isDestroyed(): boolean; send(channel: string, ...words: unknown[]): void }
}

/** Sends events to every open window; `send` would throw on a destroyed one. */
export function createPageEvents(windows: () => readonly EventTarget[]): EventSink {
  return {
    emit(name, payload) {
      for (const window of windows()) {
        if (window.isDestroyed() || window.webContents.isDestroyed()) continue
        window.webContents.send(eventChannel, name, payload)
      }
    },
  }
}
