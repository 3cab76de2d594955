import { z } from 'zod'
import { namedMediaSchema, savedFileSchema } from '../image.ts'
import { collectionNameSchema, itemCollectionSchema } from '../item-collection.ts'
import { encodedFormats } from '../storyboard.ts'
import { filmPiecesMax } from '../storyboard-limits.ts'
import { videoCountsSchema, videoDraftSchema, videoFilterSchema, videoJobSchema, videoRequestSchema } from '../video.ts'
import { videosPerSubmitMax } from '../video-models.ts'
import { done, id, newId, nothing } from './call-parts.ts'

const jobIds = z.array(id).min(1).max(20_000)

/** Calls for the video queue. */
export const videoCalls = {
  /**
   * Queues videos, all or none: stores the jobs, then sends each request in its turn. A repeated `jobId` returns the
   * existing job.
   */
  'videos.submit': {
    input: z.strictObject({
      jobs: z
        .array(z.strictObject({ jobId: newId, request: videoRequestSchema }))
        .min(1)
        .max(videosPerSubmitMax),
    }),
    output: z.array(videoJobSchema).readonly(),
  },
  /** Returns a range of all jobs: running, then waiting, both in queue order, then ended ones, newest first. */
  'videos.list': {
    input: z.strictObject({
      filter: videoFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z
      .object({ jobs: z.array(videoJobSchema).readonly(), total: z.number().int(), counts: videoCountsSchema })
      .readonly(),
  },
  /** Returns the ids of all matching jobs, in the same order, to select them all. At most 50,000. */
  'videos.ids': { input: z.strictObject({ filter: videoFilterSchema }), output: z.array(z.string()).readonly() },
  'videos.get': {
    input: z.strictObject({ jobId: id }),
    output: z
      .object({
        job: videoJobSchema,
        /** The gateway's last answer about the job, unchanged, at most 20,000 UTF-16 units. Null before the first. */
        answer: z.string().nullable(),
      })
      .readonly(),
  },
  /** Returns the models of all jobs, most frequent first. */
  'videos.models': { input: nothing, output: z.array(z.string()).readonly() },
  /**
   * Cancels a job in any state. The gateway cannot cancel: a task it has accepted continues there and may be charged,
   * but Atelier stops watching it.
   */
  'videos.cancel': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** Submits an `unknown` job again, only at the user's request; the video may then be generated twice. */
  'videos.retry': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** Polls the gateway for the task immediately, also for an ended job (`canRefetch`). Costs nothing. */
  'videos.refetch': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** Moves a waiting job before another waiting one; null moves it to the end. */
  'videos.move': { input: z.strictObject({ jobId: id, beforeId: id.nullable() }), output: done },
  'videos.collections': { input: nothing, output: z.array(itemCollectionSchema).readonly() },
  /** Creates or renames a collection. */
  'videos.saveCollection': {
    input: z.strictObject({ id: newId, name: collectionNameSchema }),
    output: itemCollectionSchema,
  },
  /** Removes a collection; its videos stay in the list. */
  'videos.removeCollection': { input: z.strictObject({ id }), output: done },
  'videos.setInCollection': {
    input: z.strictObject({ jobIds, collectionId: id, inside: z.boolean() }),
    output: done,
  },
  'videos.setFavourite': { input: z.strictObject({ jobIds, favourite: z.boolean() }), output: done },
  /** Marks the results of these jobs as seen. */
  'videos.seen': { input: z.strictObject({ jobIds }), output: done },
  /** Hides ended jobs with their files; they can be restored for thirty days. Refuses with `busy` while one runs. */
  'videos.delete': { input: z.strictObject({ jobIds }), output: done },
  'videos.restore': { input: z.strictObject({ jobIds }), output: done },
  /** Returns file names for finished jobs, in the given order, for `media.save` and `media.saveArchive`. */
  'videos.names': { input: z.strictObject({ jobIds }), output: z.array(namedMediaSchema).readonly() },
  /** Saves a video that the page encoded again, under the name of the original. Otherwise as `storyboards.saveEncoded`. */
  'videos.saveEncoded': {
    input: z.strictObject({
      jobId: id,
      format: z.enum(encodedFormats),
      tokens: z.array(z.string().max(200)).min(1).max(filmPiecesMax),
    }),
    output: savedFileSchema,
  },
  /** Sets a frame as the poster of a finished job (a token of `bridge.importDropped`). An existing poster stays. */
  'videos.setPoster': {
    input: z.strictObject({ jobId: id, token: z.string().max(200) }),
    output: videoJobSchema,
  },
  /** Returns the unsent input of the panel; null if there was none yet. */
  'videos.draft': { input: nothing, output: videoDraftSchema.nullable() },
  'videos.saveDraft': { input: z.strictObject({ draft: videoDraftSchema }), output: done },
} as const

/** Events about the video queue. */
export const videoEvents = {
  /** Fires when a job was created or changed. */
  'videos.job': videoJobSchema,
  /** Fires when the number of jobs in a group changed, or jobs were hidden, restored or moved. */
  'videos.changed': z.object({ counts: videoCountsSchema, running: z.number().int() }).readonly(),
  /** Fires when a collection or its content changed. */
  'videos.collectionsChanged': nothing,
  /** Fires once when a watched job ended, for a notification. */
  'videos.ended': videoJobSchema,
} as const

export const videoContract = { calls: videoCalls, events: videoEvents }
