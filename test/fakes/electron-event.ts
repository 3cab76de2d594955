import { EventEmitter } from 'node:events'

/** An event of Electron; a listener may prevent its default (shell/common/gin_helper/event.cc). */
export class ElectronEvent {
  defaultPrevented = false

  // a property, because listeners destructure the event
  readonly preventDefault = (): void => {
    this.defaultPrevented = true
  }
}

/** An emitting object of Electron: listeners run at once and in order, and receive the event first. */
export class ElectronEmitter extends EventEmitter {
  /** Emits, and returns whether the default was prevented, as `Emit` of shell/browser/event_emitter_mixin.h does. */
  protected tell(name: string, ...words: unknown[]): boolean {
    const event = new ElectronEvent()
    this.emit(name, event, ...words)
    return event.defaultPrevented
  }
}
