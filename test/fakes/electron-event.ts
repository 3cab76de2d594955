import { EventEmitter } from 'node:events'

/** An event of Electron: whoever listens may prevent what follows it (shell/common/gin_helper/event.cc). */
export class ElectronEvent {
  defaultPrevented = false

  // a property, as listeners take it off the event
  readonly preventDefault = (): void => {
    this.defaultPrevented = true
  }
}

/** An object of Electron that emits: its listeners run at once and in order, and are told first of the event. */
export class ElectronEmitter extends EventEmitter {
  /** Emits and answers whether it was prevented, as `Emit` of shell/browser/event_emitter_mixin.h does. */
  protected tell(name: string, ...words: unknown[]): boolean {
    const event = new ElectronEvent()
    this.emit(name, event, ...words)
    return event.defaultPrevented
  }
}
