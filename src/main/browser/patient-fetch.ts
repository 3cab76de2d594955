import type { LookupFunction } from 'node:net'
import type { Fetch } from '../platform.ts'

const dispatcherSymbol = Symbol.for('undici.globalDispatcher.1')

interface DispatcherOptions {
  readonly headersTimeout: number
  readonly bodyTimeout: number
  readonly connect?: { readonly lookup: LookupFunction }
}

type DispatcherClass = new (options: DispatcherOptions) => object

function isClass(value: unknown): value is DispatcherClass {
  return typeof value === 'function'
}

/**
 * Node's fetch without the deadlines of its own (undici ends a request after 300 s without headers, or without a byte):
 * the app's are the only ones. The agent is of Node's own undici, as one of another version may not fit it. `lookup`
 * finds the addresses that are connected to, in place of the system.
 */
export function createPatientFetch(
  ownFetch: Fetch = (input, init) => fetch(input, init),
  lookup: LookupFunction | null = null,
): Fetch {
  let dispatcher: object | null = null
  return async (input, init) => {
    dispatcher ??= patientDispatcher(lookup)
    return await ownFetch(input, dispatcher === null ? init : Object.assign({ ...init }, { dispatcher }))
  }
}

/** Null where Node has no such agent: its fetch is used as it is then, but never where addresses are to be checked. */
function patientDispatcher(lookup: LookupFunction | null): object | null {
  // Node makes its agent when it first needs one
  void globalThis.Response
  const dispatcher: unknown = Reflect.get(globalThis, dispatcherSymbol)
  const made: unknown = typeof dispatcher === 'object' && dispatcher !== null ? dispatcher.constructor : null
  if (isClass(made)) return new made({ headersTimeout: 0, bodyTimeout: 0, ...(lookup ? { connect: { lookup } } : {}) })
  if (lookup !== null) throw new Error('this Node has no agent that checks addresses')
  return null
}
