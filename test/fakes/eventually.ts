import { vi } from 'vitest'

/** How long a check may fail at first, in ms: Vitest's own second is too short for a busy machine. */
const patienceMs = 60_000

/** Resolves once `check` no longer throws. For what gives no signal to wait for, such as files. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: patienceMs })
}
