import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import { firstPictureLinkMax, isFirstPictureLink } from './first-picture.ts'
import { mediaItemSchema } from './media.ts'
import { videoCopies, videoDurations, videoPromptMax } from './video-models.ts'

const id = z.string().min(1).max(100)
/** Video durations in seconds (gateway-api.md, POST /v1/videos/generations). */
export const videoDurationSchema = z.literal(videoDurations)
export type VideoDuration = z.infer<typeof videoDurationSchema>

const prompt = z
  .string()
  .max(videoPromptMax)
  .refine((text) => text.trim() !== '', 'a prompt is needed')

/** The picture that a video begins with: a prepared picture of the library, or a link that the gateway fetches. */
const firstPictureSchema = z
  .union([
    z.strictObject({ mediaId: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.strictObject({ url: z.string().refine(isFirstPictureLink, 'not an https link') }),
  ])
  .readonly()

/** One requested video; it is always submitted with `async: true`. */
export const videoRequestSchema = z
  .object({
    connectionId: id,
    /** The model's full id, with its orientation (`video-models.ts`). */
    model: z.string().min(1).max(300),
    prompt,
    duration: videoDurationSchema,
    /** Goes in the field that the connection names; such a request is refused while that is off. */
    firstPicture: firstPictureSchema.optional(),
  })
  .readonly()
export type VideoRequest = z.infer<typeof videoRequestSchema>

/**
 * - `queued`: waits for its turn, or, if refused for now (429, 503), for `retryAt`; nothing is charged
 * - `submitting`: the request was sent
 * - `pending`, `processing`: the gateway accepted it (`taskId`); its status is polled at `nextPollAt`
 * - `downloading`: finished at the gateway, being fetched
 * - `done`: the file is stored
 * - `failed`: see `error`
 * - `cancelled`: by the user; the gateway cannot cancel, so an accepted task may still be completed and charged
 * - `expired`: the gateway no longer knows the task
 * - `unknown`: the answer to the submission was lost; the video may have been generated and charged
 */
export const videoStatuses = [
  'queued',
  'submitting',
  'pending',
  'processing',
  'downloading',
  'done',
  'failed',
  'cancelled',
  'expired',
  'unknown',
] as const
export type VideoStatus = (typeof videoStatuses)[number]

/** A finished video. */
export const videoFileSchema = z
  .object({
    media: mediaItemSchema,
    /** One frame as a picture; null until a page has created it. */
    poster: mediaItemSchema.nullable(),
    /** Length in ms; null when the file does not state it. */
    duration: z.number().nullable(),
  })
  .readonly()
export type VideoFile = z.infer<typeof videoFileSchema>

export const videoJobSchema = z
  .object({
    id: z.string(),
    request: videoRequestSchema,
    status: z.enum(videoStatuses),
    /** Why the job ended, or the error of the last attempt or poll while it continues. */
    error: appErrorSchema.nullable(),
    /** The gateway's task id; null until it has one. */
    taskId: z.string().nullable(),
    /** The gateway's last status word, unchanged; null before the first. */
    word: z.string().nullable(),
    /** True if that word is unknown; the task is still polled. */
    wordUnknown: z.boolean(),
    /** Number of submissions. */
    attempts: z.number().int(),
    /** Number of status requests, and of the most recent consecutive failures. */
    polls: z.number().int(),
    failedPolls: z.number().int(),
    /** Downloaded bytes on disk, and the total; the total is null when unknown. */
    received: z.number().int(),
    total: z.number().int().nullable(),
    /** All times in ms since 1970. */
    createdAt: z.number(),
    /** When it was last submitted; null before that. */
    sentAt: z.number().nullable(),
    retryAt: z.number().nullable(),
    nextPollAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** True if the task's status can still be requested from the gateway, which costs nothing (`videos.refetch`). */
    canRefetch: z.boolean(),
    /** Link of a result that could not be stored, for the user to open elsewhere; else null. */
    link: z.string().nullable(),
    file: videoFileSchema.nullable(),
    /** The first picture of the request; absent without one, and while the library has lost it. */
    firstPicture: mediaItemSchema.optional(),
    favourite: z.boolean(),
    /** True if the user has seen the result. */
    seen: z.boolean(),
    /** True if bodies of its answers are stored (`answers.kept`), and can be read again (`answers.readAgain`). */
    kept: z.boolean().optional(),
    canReadAgain: z.boolean().optional(),
  })
  .readonly()
/** One video job with its state. */
export type VideoJob = z.infer<typeof videoJobSchema>

/** `attention`: failed, expired or unknown; the user has to decide. */
export const videoGroups = ['all', 'waiting', 'running', 'done', 'attention'] as const
export type VideoGroup = (typeof videoGroups)[number]

export const videoFilterSchema = z
  .strictObject({
    group: z.enum(videoGroups),
    /** Words of the prompt; all must occur. */
    query: z.string().max(500),
    models: z.array(z.string().max(300)).max(100),
    favourite: z.boolean(),
    /** The collection that they are in; absent or null for all. */
    collectionId: id.nullable().optional(),
  })
  .readonly()
export type VideoFilter = z.infer<typeof videoFilterSchema>

const count = z.number().int()
export const videoCountsSchema = z
  .object({ all: count, waiting: count, running: count, done: count, attention: count })
  .readonly()
/** Number of jobs in each group, ignoring the other filters. */
export type VideoCounts = z.infer<typeof videoCountsSchema>

/** Unsent input of the panel; survives a restart. */
export const videoDraftSchema = z
  .object({
    /** One prompt, or, in list mode, one per line. */
    text: z.string().max(videoPromptMax),
    asList: z.boolean(),
    connectionId: id.nullable(),
    /** Model id without its orientation. */
    model: z.string().max(300),
    landscape: z.boolean(),
    duration: videoDurationSchema,
    /** Number of videos of each prompt; absent for one. */
    copies: z.literal(videoCopies).optional(),
    /** First picture, for a connection that takes its bytes. */
    firstPicture: mediaItemSchema.nullable().optional(),
    /** Link to a first picture, for a connection that takes links. */
    firstPictureLink: z.string().max(firstPictureLinkMax).optional(),
  })
  .readonly()
export type VideoDraft = z.infer<typeof videoDraftSchema>
