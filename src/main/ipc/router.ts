import type { z } from 'zod'
import { AppFailure, appError } from '../../shared/errors.ts'
import { type CallInput, type CallName, type CallOutput, calls, type Handlers } from '../../shared/ipc/contract.ts'
import { ok, type Result, refused } from '../../shared/ipc/result.ts'
import { faultPlace } from '../faults.ts'
import type { Instead } from '../feature.ts'
import type { Log } from '../platform.ts'
import { callBounds, isInputWithin } from './call-bounds.ts'

/**
 * Creates the gate between pages and the app. It refuses unknown names, parses every input and wraps every outcome in
 * an envelope. Never rejects. Logs name and outcome, never content. `instead` may provide the handler of a call.
 */
export function createRouter(
  handlers: Handlers,
  log: Log,
  instead: Instead = () => null,
): (name: unknown, input: unknown) => Promise<Result<unknown>> {
  return async (name, input) => {
    if (!isCallName(name))
      return refused(appError('unknown_call', typeof name === 'string' ? name.slice(0, 100) : typeof name))
    try {
      return ok(await run(handlers, instead, name, input))
    } catch (cause) {
      if (cause instanceof AppFailure) {
        log('info', 'call refused', { call: name, code: cause.error.code })
        return refused(cause.error)
      }
      log('error', 'call failed', { call: name, ...faultPlace(cause) })
      return refused(appError('internal', cause instanceof Error ? cause.name : 'unknown'))
    }
  }
}

// the same object, typed so that the compiler links a name's schema to its handler
const inputs: { readonly [N in CallName]: { readonly input: z.ZodType<CallInput<N>> } } = calls

async function run<N extends CallName>(
  handlers: Handlers,
  instead: Instead,
  name: N,
  input: unknown,
): Promise<CallOutput<N>> {
  // the schema would create an issue for each invalid value
  if (!isInputWithin(input, callBounds(name)))
    throw new AppFailure(appError('invalid_input', `${name}: more than it may carry`))
  const parsed = inputs[name].input.safeParse(input)
  if (!parsed.success) {
    const where = parsed.error.issues
      .slice(0, 20)
      .map((issue) => issue.path.join('.') || '(whole)')
      .join(', ')
    throw new AppFailure(appError('invalid_input', `${name}: ${where.slice(0, 300)}`))
  }
  const others = instead(name, parsed.data)
  const asked: Handlers = others === null ? handlers : { ...handlers, ...others }
  return asked[name](parsed.data)
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}
