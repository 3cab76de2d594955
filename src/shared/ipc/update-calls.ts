import { updateStateSchema } from '../updates.ts'
import { done, nothing } from './call-parts.ts'

/** Calls about newer versions of Atelier. */
export const updateCalls = {
  'updates.get': { input: nothing, output: updateStateSchema },
  /** Reads the feed. The outcome is in the state, also when it fails. */
  'updates.check': { input: nothing, output: updateStateSchema },
  /** Downloads what was found; returns at once. Refuses with `not_found` when nothing was found. */
  'updates.download': { input: nothing, output: updateStateSchema },
  'updates.cancel': { input: nothing, output: updateStateSchema },
  /** Installs what is downloaded and restarts. Refuses with `busy` while anything runs, `not_found` without a download. */
  'updates.install': { input: nothing, output: done },
  /**
   * Goes back to `previous` and restarts. Refuses with `busy` while anything runs, `not_found` where there is none, and
   * `update_damaged` or the disk's errors where the older program cannot be used; nothing is changed then.
   */
  'updates.goBack': { input: nothing, output: done },
} as const

export const updateEvents = { 'updates.changed': updateStateSchema } as const

export const updateContract = { calls: updateCalls, events: updateEvents }
