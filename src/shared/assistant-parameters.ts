import type { Parameters } from './chat.ts'

/**
 * Returns the assistant parameters with the same meaning on every computer. All others belong to one chat or one
 * computer. A file from someone else must not enable a tool, another model, or longer requests than the user agreed to.
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

/** Returns the parameters that a chat copies from an assistant of this computer. */
export function assistantParameters(parameters: Parameters): Parameters {
  const { knowledge, tools } = parameters
  return {
    ...portableParameters(parameters),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(tools === undefined ? {} : { tools }),
  }
}

/**
 * Returns the parameters that a chat keeps when it switches to an assistant: its origin, its context, and its models.
 */
export function ownParameters({ compare, context, origin, whole }: Parameters): Partial<Parameters> {
  return {
    ...(compare === undefined ? {} : { compare }),
    ...(context === undefined ? {} : { context }),
    ...(origin === undefined ? {} : { origin }),
    ...(whole === undefined ? {} : { whole }),
  }
}
