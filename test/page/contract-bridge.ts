import type { z } from 'zod'
import { AppFailure, appError } from '../../src/shared/errors.ts'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type EventName,
  type EventPayload,
  events,
} from '../../src/shared/ipc/contract.ts'
import { ok, type Result, refused } from '../../src/shared/ipc/result.ts'

type Handler<N extends CallName> = (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>
/** Implementations of some calls of the contract. */
export type SomeHandlers = { readonly [N in CallName]?: Handler<N> }

/** A call that a page made. */
export interface MadeCall {
  readonly name: CallName
  readonly input: unknown
}

// the same objects, typed so that the compiler links a name's schemas to its handler and payload
const schemas: {
  readonly [N in CallName]: { readonly input: z.ZodType<CallInput<N>>; readonly output: z.ZodType<CallOutput<N>> }
} = calls
const payloads: { readonly [N in EventName]: z.ZodType<EventPayload<N>> } = events

/**
 * Main's side of the bridge, in memory. Parses every input, answer and event by the contract. `faults` names each call
 * without an implementation, and everything that does not fit the contract; a test fails with them.
 */
export class ContractBridge {
  readonly faults: string[] = []
  readonly made: MadeCall[] = []
  readonly #handlers: SomeHandlers
  readonly #send: <N extends EventName>(name: N, payload: EventPayload<N>) => void

  constructor(handlers: SomeHandlers, send: <N extends EventName>(name: N, payload: EventPayload<N>) => void) {
    this.#handlers = handlers
    this.#send = send
  }

  /** Answers a call of a page. Never rejects. */
  async call(name: unknown, input: unknown): Promise<Result<unknown>> {
    if (!isCallName(name)) return this.#fault(`${String(name)}: not a call of the contract`)
    try {
      this.made.push({ name, input })
      return ok(await this.#run(name, input))
    } catch (cause) {
      if (cause instanceof AppFailure) return refused(cause.error)
      return this.#fault(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }

  /** Sends an event to every page. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const parsed = payloads[name].safeParse(payload)
    if (parsed.success) this.#send(name, parsed.data)
    else this.faults.push(`event ${name}: ${parsed.error.message}`)
  }

  async #run<N extends CallName>(name: N, input: unknown): Promise<CallOutput<N>> {
    const handler: Handler<N> | undefined = this.#handlers[name]
    if (handler === undefined) throw new Error('has no implementation')
    const parsed = schemas[name].input.parse(input)
    return schemas[name].output.parse(await handler(parsed))
  }

  #fault(text: string): Result<never> {
    this.faults.push(text)
    return refused(appError('internal', text))
  }
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}
