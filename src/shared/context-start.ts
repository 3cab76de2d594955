import type { Parameters } from './chat.ts'

/**
 * Returns true if requests begin after the message that the context names. False once that message is deleted and the
 * next one is named.
 */
export function beginsAfter({ chosenId, isAfter }: NonNullable<Parameters['context']>): boolean {
  return isAfter === true && chosenId === undefined
}
