import { type AppError, AppFailure, appError } from '../shared/errors.ts'
import type { Clock, EventSink, Log } from './platform.ts'

/** The AppError of anything thrown. Never the message of an unexpected error, as it may quote a prompt. */
export function failureOf(cause: unknown): AppError {
  return cause instanceof AppFailure
    ? cause.error
    : appError('internal', cause instanceof Error ? cause.name : 'unknown')
}

/** Origin of an unexpected error, without its message, which may quote a person's words. */
export function faultPlace(cause: unknown): { readonly cause: string; readonly at: string } {
  if (!(cause instanceof Error)) return { cause: typeof cause, at: '' }
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : ''
  const head = `${cause.name}: ${cause.message}`
  const stack = cause.stack?.startsWith(head) ? cause.stack.slice(head.length) : ''
  return { cause: `${cause.name}${code}`, at: stack.split('\n').slice(1, 4).join(' ').replace(/\s+/g, ' ').trim() }
}

/** Runs a callback that nobody awaits. An exception is logged and goes no further. */
export function runGuarded(log: Log, where: string, run: () => void): void {
  try {
    run()
  } catch (cause) {
    log('error', 'callback failed', { where, ...faultPlace(cause) })
  }
}

/** The same clock; an exception in a timer is logged and does not end the process. */
export function guardedClock(clock: Clock, log: Log): Clock {
  return {
    now: () => clock.now(),
    after: (ms, run) => clock.after(ms, () => runGuarded(log, 'timer', run)),
  }
}

/** The same sink; an event that cannot be sent is logged, and what emitted it goes on. */
export function guardedEvents(events: EventSink, log: Log): EventSink {
  return {
    emit: (name, payload) => runGuarded(log, name, () => events.emit(name, payload)),
  }
}

/** So many uncaught exceptions within a minute end the app: a process that fails all the time helps nobody. */
export const faultWatchLimit = 10
const windowMs = 60_000

export interface FaultWatchParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Tells the person, once per fault. */
  readonly tell: () => void
  /** Ends the app. */
  readonly giveUp: (cause: unknown) => void
}

/**
 * Handles `uncaughtException`: logs it, tells the person and lets the app go on, since everything paid for is on the
 * disk already. Gives up after 10 faults within a minute, or where telling fails too.
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
