import type { AppError, ErrorCode } from '../../shared/errors.ts'
import type { Bridge } from '../../shared/ipc/bridge.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { type CallFrame, reloadCloseCode } from './bridge-frames.ts'

/** The part of the browser's WebSocket that this module uses. */
export interface PageSocket {
  /** Returns whether text can be sent. False as soon as the socket begins to close, some time before `onclose`. */
  isOpen(): boolean
  send(text: string): void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
}

export interface PageSurroundings {
  openSocket(): PageSocket
  /** Runs a function once after `ms`; returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
  reload(): void
}

const firstRetryMs = 100
const longestRetryMs = 2000
/** Longest wait of an unsent call for the connection, in ms. */
const patienceMs = 10_000

type Answer = (result: Result<unknown>) => void
interface Unsent {
  readonly frame: CallFrame
  readonly answer: Answer
  readonly stopWaiting: () => void
}

/**
 * Connects calls and events over a WebSocket that reconnects after 100 ms, doubling up to 2 s. A call that was sent
 * when the socket broke fails with `connection_lost`, because it may have run. An unsent call waits up to 10 s.
 */
export function connectPage(surroundings: PageSurroundings): Pick<Bridge, 'call' | 'on' | 'onConnection'> {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const watchers = new Set<(connected: boolean) => void>()
  const sent = new Map<number, Answer>()
  const unsent = new Set<Unsent>()
  let open: PageSocket | null = null
  // the page was just served by this server, so it counts as reachable until a connection fails
  let reachable = true
  let nextId = 1
  let retryMs = firstRetryMs

  function tell(connected: boolean): void {
    if (reachable === connected) return
    reachable = connected
    for (const watcher of [...watchers]) watcher(connected)
  }

  function deliver(socket: PageSocket, frame: CallFrame, answer: Answer): void {
    sent.set(frame.id, answer)
    try {
      socket.send(JSON.stringify(frame))
    } catch (cause) {
      sent.delete(frame.id)
      answer(refusal('invalid_input', `the call cannot be written as JSON: ${String(cause)}`))
    }
  }

  function receive(data: unknown): void {
    const frame = parseFrame(data)
    if (frame === null) return
    if ('event' in frame) {
      for (const listener of [...(listeners.get(frame.event) ?? [])]) listener(frame.payload)
      return
    }
    const answer = sent.get(frame.id)
    sent.delete(frame.id)
    answer?.(frame.result)
  }

  function connect(): void {
    const socket = surroundings.openSocket()
    socket.onopen = () => {
      open = socket
      retryMs = firstRetryMs
      tell(true)
      for (const waiting of [...unsent]) {
        unsent.delete(waiting)
        waiting.stopWaiting()
        deliver(socket, waiting.frame, waiting.answer)
      }
    }
    socket.onmessage = (event) => receive(event.data)
    socket.onclose = (event) => {
      open = null
      tell(false)
      const lost = [...sent.values()]
      sent.clear()
      for (const answer of lost) answer(refusal('connection_lost', 'the connection to Atelier broke'))
      if (event.code === reloadCloseCode) {
        surroundings.reload()
        return
      }
      surroundings.after(retryMs, connect)
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    }
  }

  connect()

  return {
    call(name, input) {
      const frame: CallFrame = { id: nextId++, name, input }
      return new Promise((answer) => {
        // a closing socket would swallow the call without an error
        if (open?.isOpen()) {
          deliver(open, frame, answer)
          return
        }
        const waiting: Unsent = {
          frame,
          answer,
          stopWaiting: surroundings.after(patienceMs, () => {
            unsent.delete(waiting)
            answer(refusal('connection_lost', 'Atelier could not be reached'))
          }),
        }
        unsent.add(waiting)
      })
    },
    on(name, listener) {
      const existing = listeners.get(name)
      const own = (payload: unknown) => listener(payload)
      if (existing === undefined) listeners.set(name, new Set([own]))
      else existing.add(own)
      return () => {
        listeners.get(name)?.delete(own)
      }
    },
    onConnection(listener) {
      const own = (connected: boolean) => listener(connected)
      watchers.add(own)
      own(reachable)
      return () => {
        watchers.delete(own)
      }
    },
  }
}

/** Builds the error directly, because `appError` imports zod schemas and this script must stay small. */
export function refusal(code: ErrorCode, detail: string): Result<never> {
  const error: AppError = {
    code,
    detail,
    status: null,
    gatewayCode: null,
    gatewayMessage: null,
    requestId: null,
    retryAfterMs: null,
  }
  return { ok: false, error }
}

type Received =
  | { readonly id: number; readonly result: Result<unknown> }
  | { readonly event: string; readonly payload: unknown }

/** Parses a frame, checking only its outline: the server has the same build, and zod would be a third of the script. */
function parseFrame(data: unknown): Received | null {
  if (typeof data !== 'string') return null
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    return null
  }
  if (typeof frame !== 'object' || frame === null) return null
  if ('event' in frame && typeof frame.event === 'string') {
    return { event: frame.event, payload: 'payload' in frame ? frame.payload : undefined }
  }
  if ('id' in frame && typeof frame.id === 'number' && 'result' in frame && isResult(frame.result)) {
    return { id: frame.id, result: frame.result }
  }
  return null
}

/** Returns true if a value has the outline of a call's result. */
export function isResult(value: unknown): value is Result<unknown> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  return value.ok === true || (value.ok === false && 'error' in value)
}
