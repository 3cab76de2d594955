import type { AppError } from '../../../shared/errors.ts'
import type { Bridge, BridgeFile } from '../../../shared/ipc/bridge.ts'
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '../../../shared/ipc/contract.ts'
import type { Result } from '../../../shared/ipc/result.ts'

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

/** Calls main. A refusal is an answer; this never rejects. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> {
  try {
    // main's handlers are typed by the same contract, so the answer has its output's type by construction
    return (await window.bridge.call(name, input)) as Result<CallOutput<N>>
  } catch (thrown) {
    return bridgeFailure(thrown)
  }
}

/** Listens to one event of main; returns its undo. */
export function on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.bridge.on(name, (payload) => {
    // typed by the same contract on main's side, see call()
    listener(payload as EventPayload<N>)
  })
}

/** Hands a file to main; the token that comes back stands for it. */
export async function importFile(file: BridgeFile): Promise<Result<{ readonly token: string }>> {
  try {
    return await window.bridge.importDropped(file)
  } catch (thrown) {
    return bridgeFailure(thrown)
  }
}

/** Tells whether main can be reached, now and at every change; returns its undo. */
export function onConnection(listener: (connected: boolean) => void): () => void {
  return window.bridge.onConnection(listener)
}

/** Calls `listener` each time main can be reached again after it could not; returns its undo. */
export function onReconnect(listener: () => void): () => void {
  let connected = true
  return onConnection((now) => {
    const back = now && !connected
    connected = now
    if (back) listener()
  })
}
