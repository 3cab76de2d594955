import type { LookupFunction, Socket } from 'node:net'
import type { Fetch } from '../platform.ts'

const dispatcherSymbol = Symbol.for('undici.globalDispatcher.1')

interface DispatcherOptions {
  readonly headersTimeout: number
  readonly bodyTimeout: number
  readonly connect?: { readonly lookup: LookupFunction } | Connector
}

/** Opens a connection in undici's place; an https connection is already encrypted. */
export type Connector = (
  target: {
    readonly hostname: string
    readonly port: string
    readonly protocol: string
    readonly servername?: string
  },
  done: (cause: Error | null, socket: Socket | null) => void,
) => void

type DispatcherClass = new (options: DispatcherOptions) => object

function isClass(value: unknown): value is DispatcherClass {
  return typeof value === 'function'
}

/**
 * Creates Node's fetch without its own deadlines, so that only the app's apply (undici ends a request after 300 s
 * without headers or a byte).
 * The agent comes from Node's own undici, because another version may not fit it. `lookup` replaces the system's
 * address lookup.
 */
export function createPatientFetch(
  ownFetch: Fetch = (input, init) => fetch(input, init),
  lookup: LookupFunction | null = null,
): Fetch {
  let dispatcher: object | null = null
  return async (input, init) => {
    dispatcher ??= patientDispatcher(lookup === null ? {} : { connect: { lookup } })
    return await ownFetch(input, dispatcher === null ? init : Object.assign({ ...init }, { dispatcher }))
  }
}

/**
 * Creates a dispatcher without deadlines. Null if Node has no such agent; then its plain fetch is used, but never when
 * the connection matters.
 */
export function patientDispatcher(own: Pick<DispatcherOptions, 'connect'>): object | null {
  // Node creates its agent on first use
  void globalThis.Response
  const dispatcher: unknown = Reflect.get(globalThis, dispatcherSymbol)
  const made: unknown = typeof dispatcher === 'object' && dispatcher !== null ? dispatcher.constructor : null
  if (isClass(made)) return new made({ headersTimeout: 0, bodyTimeout: 0, ...own })
  if (own.connect !== undefined) throw new Error('this Node has no agent whose connections are ours')
  return null
}
