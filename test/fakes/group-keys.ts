import { createHash } from 'node:crypto'
import { type GroupKeys, GroupSeal } from '../../src/main/services/sync/group-seal.ts'

/** Returns keys that depend on the words alone. */
export function keysFrom(words: string, epochs: readonly number[] = [1]): GroupKeys {
  const keyOf = (epoch: number) => createHash('sha256').update(`${words} ${epoch}`).digest()
  return { group: words, epochs: new Map(epochs.map((epoch) => [epoch, keyOf(epoch)])) }
}

/** The seal of a group whose computers are all simulated. */
export const simulatedSeal = new GroupSeal(keysFrom('simulated group'))
