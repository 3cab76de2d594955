import { z } from 'zod'
import { historyKinds, historyStates } from './history-limits.ts'
import { mediaItemSchema } from './media.ts'

const id = z.string().min(1).max(100)

/** Key of an item: ids are unique only within a kind. */
export const historyKeySchema = z.object({ kind: z.enum(historyKinds), id }).readonly()
export type HistoryKey = z.infer<typeof historyKeySchema>

export const historyItemSchema = z
  .object({
    key: historyKeySchema,
    /** Title of a chat or transcript, or the beginning of a prompt; at most 200 UTF-16 units. */
    title: z.string(),
    /** The beginning of the content; empty when the title already shows it. */
    preview: z.string(),
    model: z.string(),
    connectionId: z.string().nullable(),
    /** Time of the last change and of creation, in ms since 1970. */
    at: z.number(),
    createdAt: z.number(),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()).readonly(),
    state: z.enum(historyStates),
    /** Number of messages, or ms of sound or video; null when neither is known. */
    size: z.number().nullable(),
    /** A picture to show for the item. */
    picture: mediaItemSchema.nullable(),
    /** When it was moved to the bin, ms since 1970; null outside the bin. */
    deletedAt: z.number().nullable(),
  })
  .readonly()
export type HistoryItem = z.infer<typeof historyItemSchema>

/** Filter of the timeline; empty lists, nulls and false match everything. */
export const historyFilterSchema = z
  .strictObject({
    kinds: z.array(z.enum(historyKinds)).max(historyKinds.length),
    models: z.array(z.string().max(300)).max(100),
    connectionIds: z.array(id).max(100),
    tags: z.array(z.string().max(60)).max(100),
    states: z.array(z.enum(historyStates)).max(historyStates.length),
    /** Range in ms since 1970; `from` is inclusive, `to` exclusive. */
    from: z.number().nullable(),
    to: z.number().nullable(),
    pinned: z.boolean(),
    withMedia: z.boolean(),
    /** Part of the history: current items, the archive, the bin, or `kept`: all but the bin. */
    place: z.enum(['here', 'archive', 'bin', 'kept']),
  })
  .readonly()
export type HistoryFilter = z.infer<typeof historyFilterSchema>

export const historyHitSchema = z
  .object({
    /** The part with the hit; the id is that of the message or segment, else of the item. */
    part: z.enum(['title', 'message', 'prompt', 'segment']),
    partId: z.string(),
    at: z.number(),
    /** The text around the first hit, at most 200 UTF-16 units; `wordPlaces` finds the words in it. */
    text: z.string(),
    /** Why semantic search found it; absent in a search by words alone. */
    why: z.enum(['words', 'meaning', 'both']).optional(),
    /** Beginning of the passage with a similar meaning, to be found in the unchanged text; absent if there is none. */
    phrase: z.string().optional(),
  })
  .readonly()
export type HistoryHit = z.infer<typeof historyHitSchema>

/** An item with at least one hit. */
export const foundItemSchema = z
  .object({ item: historyItemSchema, hits: z.array(historyHitSchema).readonly() })
  .readonly()
export type FoundItem = z.infer<typeof foundItemSchema>
