import { updateStateSchema } from '../updates.ts'
import { done, nothing } from './call-parts.ts'

/** Calls about newer versions of Atelier. */
export const updateCalls = {
  'updates.get': { input: nothing, output: updateStateSchema },
  /** Checks the feed. The outcome, including an error, is in the state. */
  'updates.check': { input: nothing, output: updateStateSchema },
  /** Downloads the update that was found; returns immediately. Refuses with `not_found` if there is none. */
  'updates.download': { input: nothing, output: updateStateSchema },
  'updates.cancel': { input: nothing, output: updateStateSchema },
  /** Installs the download and restarts. Refuses with `busy` while anything runs, `not_found` without a download. */
  'updates.install': { input: nothing, output: done },
  /**
   * Reverts to `previous` and restarts. Refuses with `busy` while anything runs, and `not_found` if there is none.
   * Refuses with `update_damaged` or a disk error if the older program cannot be used; then nothing is changed.
   */
  'updates.goBack': { input: nothing, output: done },
} as const

export const updateEvents = { 'updates.changed': updateStateSchema } as const

export const updateContract = { calls: updateCalls, events: updateEvents }
