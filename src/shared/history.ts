import { z } from 'zod'
import { historyKinds, historyStates } from './history-limits.ts'
import { mediaItemSchema } from './media.ts'

const id = z.string().min(1).max(100)

/** Names an item: ids are unique within a kind only. */
export const historyKeySchema = z.object({ kind: z.enum(historyKinds), id }).readonly()
export type HistoryKey = z.infer<typeof historyKeySchema>

export const historyItemSchema = z
  .object({
    key: historyKeySchema,
    /** A chat's or transcript's title, or the beginning of a prompt; at most 200 UTF-16 units. */
    title: z.string(),
    /** The beginning of what is in it; empty where the title says it. */
    preview: z.string(),
    model: z.string(),
    connectionId: z.string().nullable(),
    /** When something last happened to it, and when it was made; ms since 1970. */
    at: z.number(),
    createdAt: z.number(),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()).readonly(),
    state: z.enum(historyStates),
    /** How many messages, or ms of sound or video; null where neither is known. */
    size: z.number().nullable(),
    /** A picture of it. */
    picture: mediaItemSchema.nullable(),
    /** When it was put into the bin, ms since 1970; null where it is not there. */
    deletedAt: z.number().nullable(),
  })
  .readonly()
export type HistoryItem = z.infer<typeof historyItemSchema>

/** What the timeline is narrowed to; empty lists, nulls and false narrow nothing. */
export const historyFilterSchema = z
  .strictObject({
    kinds: z.array(z.enum(historyKinds)).max(historyKinds.length),
    models: z.array(z.string().max(300)).max(100),
    connectionIds: z.array(id).max(100),
    tags: z.array(z.string().max(60)).max(100),
    states: z.array(z.enum(historyStates)).max(historyStates.length),
    /** From this moment on, and before that one; ms since 1970. */
    from: z.number().nullable(),
    to: z.number().nullable(),
    pinned: z.boolean(),
    withMedia: z.boolean(),
    /** Which part of the history: current items, the archive or the bin. */
    place: z.enum(['here', 'archive', 'bin']),
  })
  .readonly()
export type HistoryFilter = z.infer<typeof historyFilterSchema>

export const historyHitSchema = z
  .object({
    /** What was hit: a title, a message, a prompt or a segment; with the id of the message or segment, else the item's. */
    part: z.enum(['title', 'message', 'prompt', 'segment']),
    partId: z.string(),
    at: z.number(),
    /** The text around the first hit, at most 200 UTF-16 units; where the words are in it says `wordPlaces`. */
    text: z.string(),
  })
  .readonly()
export type HistoryHit = z.infer<typeof historyHitSchema>

/** An item in which something was found. */
export const foundItemSchema = z
  .object({ item: historyItemSchema, hits: z.array(historyHitSchema).readonly() })
  .readonly()
export type FoundItem = z.infer<typeof foundItemSchema>
