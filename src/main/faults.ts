import { type AppError, AppFailure, appError } from '../shared/errors.ts'
import type { Clock, EventSink, Log } from './platform.ts'

/**
 * Converts anything thrown into an AppError. Drops the message of an unexpected error, because it may quote a prompt.
 */
export function failureOf(cause: unknown): AppError {
  return cause instanceof AppFailure
    ? cause.error
    : appError('internal', cause instanceof Error ? cause.name : 'unknown')
}

/** Returns the origin of an unexpected error, without its message, which may quote a user's words. */
export function faultPlace(cause: unknown): { readonly cause: string; readonly at: string } {
  if (!(cause instanceof Error)) return { cause: typeof cause, at: '' }
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : ''
  const head = `${cause.name}: ${cause.message}`
  const stack = cause.stack?.startsWith(head) ? cause.stack.slice(head.length) : ''
  return { cause: `${cause.name}${code}`, at: stack.split('\n').slice(1, 4).join(' ').replace(/\s+/g, ' ').trim() }
}

/** Runs a callback that nobody awaits; logs an exception instead of throwing. */
export function runGuarded(log: Log, where: string, run: () => void): void {
  try {
    run()
  } catch (cause) {
    log('error', 'callback failed', { where, ...faultPlace(cause) })
  }
}

/** Wraps a clock so that an exception in a timer is logged and does not end the process. */
export function guardedClock(clock: Clock, log: Log): Clock {
  return {
    now: () => clock.now(),
    after: (ms, run) => clock.after(ms, () => runGuarded(log, 'timer', run)),
  }
}

/** Wraps a sink so that a failed send is logged and the emitter continues. */
export function guardedEvents(events: EventSink, log: Log): EventSink {
  return {
    emit: (name, payload) => runGuarded(log, name, () => events.emit(name, payload)),
  }
}

/** Number of uncaught exceptions within a minute after which the app exits. */
export const faultWatchLimit = 10
const windowMs = 60_000

export interface FaultWatchParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Shows the user one fault. */
  readonly tell: () => void
  /** Exits the app. */
  readonly giveUp: (cause: unknown) => void
}

/**
 * Creates a handler of `uncaughtException`: it logs the error, shows a notice and keeps the app running, because paid
 * results are already on disk. Gives up after 10 faults within a minute, or if the notice fails too.
 */
export function createFaultWatch({ clock, log, tell, giveUp }: FaultWatchParts): (cause: unknown) => void {
  let recent: readonly number[] = []
  return (cause) => {
    const now = clock.now()
    recent = [...recent.filter((at) => at > now - windowMs), now]
    log('error', 'process.uncaught', { ...faultPlace(cause), recent: recent.length })
    if (recent.length >= faultWatchLimit) return giveUp(cause)
    try {
      tell()
    } catch (second) {
      giveUp(second)
    }
  }
}
