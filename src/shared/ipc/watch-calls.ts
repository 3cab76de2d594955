import { z } from 'zod'
import { transcriptionRequestSchema } from '../transcript.ts'
import { automaticSendingSchema, watchedFolderSchema, watchedShownMax } from '../watched-folder.ts'
import { done, id, nothing } from './call-parts.ts'

const fileIds = z.array(id).min(1).max(watchedShownMax)

/** Calls for the folder whose new recordings are transcribed. */
export const watchCalls = {
  /** Returns the watched folder; null if there is none. */
  'watch.get': { input: nothing, output: watchedFolderSchema.nullable() },
  /**
   * Chooses the folder. Its present files are never sent automatically. `ask` if the page has to ask for the path
   * because the shell has no dialog. Throws `folder_not_found`, `folder_not_allowed`.
   */
  'watch.choose': {
    input: z.strictObject({ path: z.string().max(4000).nullable() }),
    output: z.enum(['chosen', 'cancelled', 'ask']),
  },
  /** Ends the watch. Jobs in the queue stay; those that were sent automatically pause. */
  'watch.end': { input: nothing, output: done },
  /** Turns automatic sending on, or off with null. Recordings that wait already still wait for a press. */
  'watch.setAutomatic': {
    input: z.strictObject({ automatic: automaticSendingSchema.nullable() }),
    output: done,
  },
  /** Queues waiting recordings, at the user's request. Unknown and queued ones are ignored. */
  'watch.send': { input: z.strictObject({ fileIds, request: transcriptionRequestSchema }), output: done },
  /** Takes waiting recordings off the list; `isLeft` false lets them wait again. The files stay. */
  'watch.leave': { input: z.strictObject({ fileIds, isLeft: z.boolean() }), output: done },
  /** Ends the note about recordings that came meanwhile. */
  'watch.noted': { input: nothing, output: done },
} as const

/** Events about the watched folder. */
export const watchEvents = {
  'watch.changed': z.object({ folder: watchedFolderSchema.nullable() }).readonly(),
} as const

export const watchContract = { calls: watchCalls, events: watchEvents }
