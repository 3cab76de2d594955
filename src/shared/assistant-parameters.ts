import type { Parameters } from './chat.ts'

/**
 * What of an assistant's parameters means the same on every computer. Everything else belongs to one chat or one
 * computer: a file of others must not turn on a tool, another model, or requests longer than the user agreed to.
 */
export function portableParameters({
  contextMessages,
  effort,
  maxTokens,
  system,
  temperature,
  topP,
}: Parameters): Parameters {
  return { system, temperature, topP, maxTokens, contextMessages, ...(effort === undefined ? {} : { effort }) }
}

/** What a chat takes over of an assistant of this computer. */
export function assistantParameters(parameters: Parameters): Parameters {
  const { knowledge, tools } = parameters
  return {
    ...portableParameters(parameters),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(tools === undefined ? {} : { tools }),
  }
}

/** What a chat keeps of its own when it takes on an assistant: where it comes from, what of it is sent, and whom it asks. */
export function ownParameters({ compare, context, origin, whole }: Parameters): Partial<Parameters> {
  return {
    ...(compare === undefined ? {} : { compare }),
    ...(context === undefined ? {} : { context }),
    ...(origin === undefined ? {} : { origin }),
    ...(whole === undefined ? {} : { whole }),
  }
}
