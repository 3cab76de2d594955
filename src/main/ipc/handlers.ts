import { type CallName, calls, type Handlers } from '../../shared/ipc/contract.ts'

/** Calls of the contract that no feature handles. */
type Missing<F> = Exclude<CallName, F extends { readonly handlers: infer H } ? keyof H : never>

/**
 * Accepts any list if each call has a handler; otherwise requires a property that no list has, so that it does not
 * compile.
 */
type Complete<F> = [Missing<F>] extends [never] ? unknown : { readonly withoutHandler: Missing<F> }

/** Merges the handlers of all features into one table. A call of the contract without a handler does not compile. */
export function handlersOf<F extends { readonly handlers: Partial<Handlers> }>(
  features: readonly F[] & Complete<F>,
): Handlers {
  const table: Partial<Handlers> = {}
  for (const { handlers } of features) Object.assign(table, handlers)
  if (!isComplete(table)) throw new TypeError('a call has no handler')
  return table
}

function isComplete(table: Partial<Handlers>): table is Handlers {
  return Object.keys(calls).every((name) => Object.hasOwn(table, name))
}
