import { z } from 'zod'
import { isNewer } from '../../../shared/versions.ts'
import type { KeyValueStore } from '../../platform.ts'

const historyKey = 'versionHistory'

const historySchema = z.object({
  /**
   * The version before this one, and when this one first opened the data; null if there is no version to go back to.
   */
  before: z.object({ version: z.string(), own: z.string(), at: z.number() }).nullable().catch(null),
  /** The version that the user went back from; null if the user did not go back to this one. */
  wentBackFrom: z.string().nullable().catch(null),
})

/** A data folder's record of the versions that used it. */
export type VersionHistory = z.infer<typeof historySchema>

export function versionHistory(store: Pick<KeyValueStore, 'get'>): VersionHistory {
  return historySchema.safeParse(store.get(historyKey)).data ?? { before: null, wentBackFrom: null }
}

/** Records the first start of a version after another one. Call it before the database is opened and copied. */
export function otherVersion(store: KeyValueStore, known: string, own: string, now: number): void {
  const { before } = versionHistory(store)
  // a first start that was killed: the copy made then is the one from before the update
  if (before?.version === known && before.own === own) return
  const next = isNewer(own, known) ? { version: known, own, at: now } : null
  store.set(historyKey, { before: next, wentBackFrom: null })
}

/** Records that the user went back from a version to this one. */
export function leftVersion(store: KeyValueStore, from: string): void {
  store.set(historyKey, { before: null, wentBackFrom: from })
}
