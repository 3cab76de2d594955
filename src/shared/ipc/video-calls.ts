import { z } from 'zod'
import { namedMediaSchema } from '../image.ts'
import { videoCountsSchema, videoDraftSchema, videoFilterSchema, videoJobSchema, videoRequestSchema } from '../video.ts'
import { videosPerSubmitMax } from '../video-models.ts'
import { done, id, newId, nothing } from './call-parts.ts'

const jobIds = z.array(id).min(1).max(20_000)

/** What a page can ask of the video queue. */
export const videoCalls = {
  /** Takes videos into the queue, all or none: durable rows, then, each in its turn, the request. The same `jobId` again is the same job. */
  'videos.submit': {
    input: z.strictObject({
      jobs: z
        .array(z.strictObject({ jobId: newId, request: videoRequestSchema }))
        .min(1)
        .max(videosPerSubmitMax),
    }),
    output: z.array(videoJobSchema).readonly(),
  },
  /** One window of all jobs: running, then waiting, both in queue order, then ended ones, newest first. */
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
  /** The ids of all that fit, in the same order, to select them all. At most 50,000. */
  'videos.ids': { input: z.strictObject({ filter: videoFilterSchema }), output: z.array(z.string()).readonly() },
  'videos.get': {
    input: z.strictObject({ jobId: id }),
    output: z
      .object({
        job: videoJobSchema,
        /** The gateway's last answer about it, unchanged, at most 20,000 UTF-16 units. Null before the first. */
        answer: z.string().nullable(),
      })
      .readonly(),
  },
  /** The models that jobs were made with, most frequent first. */
  'videos.models': { input: nothing, output: z.array(z.string()).readonly() },
  /**
   * Stops a job wherever it is. The gateway cannot be asked to stop: what it has taken goes on there and may be
   * charged; it is only not watched any more.
   */
  'videos.cancel': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** The person's choice to submit an *unknown* job once more: it may then have been made twice. */
  'videos.retry': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** Asks the gateway for the task at once, also of a job that ended (`canRefetch`): costs nothing. */
  'videos.refetch': { input: z.strictObject({ jobId: id }), output: videoJobSchema },
  /** Puts a job that waits before another one that waits; null puts it last. */
  'videos.move': { input: z.strictObject({ jobId: id, beforeId: id.nullable() }), output: done },
  'videos.setFavourite': { input: z.strictObject({ jobIds, favourite: z.boolean() }), output: done },
  /** The person has seen how these ended. */
  'videos.seen': { input: z.strictObject({ jobIds }), output: done },
  /** Hides ended jobs with their files; for thirty days they can be restored. Refused with `busy` where one runs. */
  'videos.delete': { input: z.strictObject({ jobIds }), output: done },
  'videos.restore': { input: z.strictObject({ jobIds }), output: done },
  /** Names for the files of finished jobs, in the given order, ready for `media.save` and `media.saveArchive`. */
  'videos.names': { input: z.strictObject({ jobIds }), output: z.array(namedMediaSchema).readonly() },
  /** A frame as the picture of a finished job (a token of `bridge.importDropped`), made by a page; the first one stays. */
  'videos.setPoster': {
    input: z.strictObject({ jobId: id, token: z.string().max(200) }),
    output: videoJobSchema,
  },
  /** What was last typed and chosen in the panel; null before anything was. */
  'videos.draft': { input: nothing, output: videoDraftSchema.nullable() },
  'videos.saveDraft': { input: z.strictObject({ draft: videoDraftSchema }), output: done },
} as const

/** What the video queue tells the pages. */
export const videoEvents = {
  /** A job was made or changed. */
  'videos.job': videoJobSchema,
  /** How many jobs each group holds changed, or jobs were hidden, restored or moved. */
  'videos.changed': z.object({ counts: videoCountsSchema, running: z.number().int() }).readonly(),
  /** A job ended while it was watched: said once, for a notification. */
  'videos.ended': videoJobSchema,
} as const
