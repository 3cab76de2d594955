import type { ChatTarget } from './chat.ts'

/** When gateways last answered that they have no such model, ms since 1970, by `keyOf`. */
export type RefusedModels = Readonly<Record<string, number>>

/** Maximum number of refusals that are remembered; the oldest are dropped. */
export const refusedMax = 200

function keyOf({ connectionId, model }: ChatTarget): string {
  return `${connectionId} ${model}`
}

/** Returns true if the gateway answered that the model does not exist, and has not answered with it since. */
export function isRefused(refused: RefusedModels, target: ChatTarget): boolean {
  return Object.hasOwn(refused, keyOf(target))
}

/** Adds a refusal at `at`, in ms since 1970. */
export function withRefusal(refused: RefusedModels, target: ChatTarget, at: number): RefusedModels {
  const others = Object.entries(withoutRefusal(refused, target)).sort(([, one], [, other]) => other - one)
  return Object.fromEntries([[keyOf(target), at], ...others.slice(0, refusedMax - 1)])
}

/** Drops the refusal of a model that answered. Returns the same value if there is none. */
export function withoutRefusal(refused: RefusedModels, target: ChatTarget): RefusedModels {
  if (!isRefused(refused, target)) return refused
  const key = keyOf(target)
  return Object.fromEntries(Object.entries(refused).filter(([other]) => other !== key))
}
