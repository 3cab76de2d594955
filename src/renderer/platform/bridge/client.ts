import type { AppError } from '../../../shared/errors.ts'
import type { Bridge, BridgeFile } from '../../../shared/ipc/bridge.ts'
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '../../../shared/ipc/contract.ts'
import type { Result } from '../../../shared/ipc/result.ts'
import { takeEarlyAnswer } from './early-calls.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

function bridgeFailure(thrown: unknown): { readonly ok: false; readonly error: AppError } {
  const detail = thrown instanceof Error ? thrown.message : 'the bridge failed'
  const error = {
    code: 'internal',
    detail,
    status: null,
    gatewayCode: null,
    gatewayMessage: null,
    requestId: null,
    retryAfterMs: null,
  } as const
  return { ok: false, error }
}

/** Calls main. Never rejects: a refusal is a result. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
  try {
    // the same contract types main's handlers, so the result has the output's type
    const early = takeEarlyAnswer(name, input)
    // without an early answer the call is sent at once, also by a page that is about to close
    const answer = (early && (await early)) ?? (await window.bridge.call(name, input))
    return answer as Result<CallOutput<N>>
  } catch (thrown) {
    return bridgeFailure(thrown)
  }
}

/** Listens to an event of main; returns its undo. */
export function on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.bridge.on(name, (payload) => {
    // the same contract types main's events, see call()
    listener(payload as EventPayload<N>)
  })
}

/** Passes a file to main; returns its token. */
export async function importFile(file: BridgeFile): Promise<Result<{ readonly token: string }>> {
  try {
    return await window.bridge.importDropped(file)
  } catch (thrown) {
    return bridgeFailure(thrown)
  }
}

/** Reports whether main can be reached, now and at every change; returns its undo. */
export function onConnection(listener: (connected: boolean) => void): () => void {
  return window.bridge.onConnection(listener)
}

/** Calls `listener` whenever main can be reached again; returns its undo. */
export function onReconnect(listener: () => void): () => void {
  let connected = true
  return onConnection((now) => {
    const back = now && !connected
    connected = now
    if (back) listener()
  })
}

/** Resolves when main can be reached; at once if it can be now. */
export async function reachable(): Promise<void> {
  const told = Promise.withResolvers<void>()
  const undo = onConnection((connected) => {
    if (connected) told.resolve()
  })
  await told.promise
  undo()
}
