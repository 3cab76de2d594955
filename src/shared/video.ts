import { z } from 'zod'
import { appErrorSchema } from './errors.ts'
import { mediaItemSchema } from './media.ts'
import { videoDurations, videoPromptMax } from './video-models.ts'

const id = z.string().min(1).max(100)
/** Seconds of video that can be asked for (gateway-api.md, POST /v1/videos/generations). */
export const videoDurationSchema = z.literal(videoDurations)
export type VideoDuration = z.infer<typeof videoDurationSchema>

const prompt = z
  .string()
  .max(videoPromptMax)
  .refine((text) => text.trim() !== '', 'a prompt is needed')

/** One video as the person asked for it; it is always submitted with `async: true`. */
export const videoRequestSchema = z
  .object({
    connectionId: id,
    /** The model's full id, in the orientation that is wanted (`video-models.ts`). */
    model: z.string().min(1).max(300),
    prompt,
    duration: videoDurationSchema,
  })
  .readonly()
export type VideoRequest = z.infer<typeof videoRequestSchema>

/**
 * - `queued`: waits for its turn, or, refused for now (429, 503), for `retryAt`; nothing is charged
 * - `submitting`: the request is out
 * - `pending`, `processing`: the gateway has it (`taskId`); it is asked again at `nextPollAt`
 * - `downloading`: finished at the gateway, being fetched
 * - `done`: the file is here
 * - `failed`: see `error`
 * - `cancelled`: by the person; the gateway has no way to cancel, so what it had taken may be made and charged all the same
 * - `expired`: the gateway does not know the task any more
 * - `unknown`: the answer to the submission was lost; it may have been made and charged
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
    /** A frame of it as a picture; null until a page has made one. */
    poster: mediaItemSchema.nullable(),
    /** ms of video; null where the file does not say. */
    duration: z.number().nullable(),
  })
  .readonly()
export type VideoFile = z.infer<typeof videoFileSchema>

export const videoJobSchema = z
  .object({
    id: z.string(),
    request: videoRequestSchema,
    status: z.enum(videoStatuses),
    /** Why the job ended, or the error of the last attempt or poll while it goes on. */
    error: appErrorSchema.nullable(),
    /** The gateway's id of the task; null while it has none. */
    taskId: z.string().nullable(),
    /** The gateway's last word for the state, as it came; null before one did. */
    word: z.string().nullable(),
    /** Whether that word is one that nobody knows: it is polled on. */
    wordUnknown: z.boolean(),
    /** How often it was submitted. */
    attempts: z.number().int(),
    /** How often it was asked for, and how often in a row that failed. */
    polls: z.number().int(),
    failedPolls: z.number().int(),
    /** Bytes of the download that are on the disk, and of how many; null where nobody can say. */
    received: z.number().int(),
    total: z.number().int().nullable(),
    /** All times in ms since 1970. */
    createdAt: z.number(),
    /** When it was last submitted; null while it was not. */
    sentAt: z.number().nullable(),
    retryAt: z.number().nullable(),
    nextPollAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** Whether the task may still be asked for at the gateway, which costs nothing (`videos.refetch`). */
    canRefetch: z.boolean(),
    /** The link to a result that could not be kept, for the person to open elsewhere; else null. */
    link: z.string().nullable(),
    file: videoFileSchema.nullable(),
    favourite: z.boolean(),
    /** Whether the person has seen how it ended. */
    seen: z.boolean(),
    /** Whether bodies of its answers are kept (`answers.kept`), and may be read again (`answers.readAgain`). */
    kept: z.boolean().optional(),
    canReadAgain: z.boolean().optional(),
  })
  .readonly()
/** One video on its way, or how it ended. */
export type VideoJob = z.infer<typeof videoJobSchema>

/** `attention`: failed, expired or unknown, so that the person has something to decide. */
export const videoGroups = ['all', 'waiting', 'running', 'done', 'attention'] as const
export type VideoGroup = (typeof videoGroups)[number]

export const videoFilterSchema = z
  .strictObject({
    group: z.enum(videoGroups),
    /** Words of the prompt, all of which must occur. */
    query: z.string().max(500),
    models: z.array(z.string().max(300)).max(100),
    favourite: z.boolean(),
  })
  .readonly()
export type VideoFilter = z.infer<typeof videoFilterSchema>

const count = z.number().int()
export const videoCountsSchema = z
  .object({ all: count, waiting: count, running: count, done: count, attention: count })
  .readonly()
/** How many jobs each group holds, whatever else the list is narrowed to. */
export type VideoCounts = z.infer<typeof videoCountsSchema>

/** What is typed and chosen in the panel and not submitted yet; survives a restart. */
export const videoDraftSchema = z
  .object({
    /** One prompt, or, as a list, one a line. */
    text: z.string().max(videoPromptMax),
    asList: z.boolean(),
    connectionId: id.nullable(),
    /** The model without its orientation. */
    model: z.string().max(300),
    landscape: z.boolean(),
    duration: videoDurationSchema,
  })
  .readonly()
export type VideoDraft = z.infer<typeof videoDraftSchema>
