import { randomBytes } from 'node:crypto'
import { splitNameFaults } from './faults/prompt-faults.ts'

export interface DemoKey {
  readonly key: string
  /** A group of the model catalogue. */
  readonly group: string
}

/** Creates a random key for all models. */
export function randomKey(): DemoKey {
  return { key: `demo-${randomBytes(18).toString('base64url')}`, group: 'all' }
}

/** Reads the bearer credential: a known key, optionally followed by `+` and a fault list. */
export function readCredential(
  header: string | undefined,
  keys: readonly DemoKey[],
): { key: DemoKey | undefined; faults: string } {
  const credential = /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]?.trim()
  if (credential === undefined) return { key: undefined, faults: '' }
  const exact = keys.find(({ key }) => key === credential)
  if (exact) return { key: exact, faults: '' }
  const split = splitNameFaults(credential)
  return { key: keys.find(({ key }) => key === split.rest), faults: split.list }
}
