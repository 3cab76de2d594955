import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { foundItemSchema, historyFilterSchema, historyItemSchema, historyKeySchema } from '../history.ts'
import { keysMax, searchLengthMax } from '../history-limits.ts'
import { done } from './call-parts.ts'

const keys = z.array(historyKeySchema).min(1).max(keysMax)
const found = z
  .object({
    items: z.array(foundItemSchema).readonly(),
    next: z.number().int().nullable(),
    /** Number of hits; `hitsCountedMax` plus one means any higher number; null when not counted. */
    total: z.number().int().nullable(),
    /** Indexed fraction of the content, 0 to 1; below 1, more hits may follow. */
    indexed: z.number().min(0).max(1),
  })
  .readonly()
const tag = z.string().trim().min(1).max(60)

/** Calls for the history. */
export const historyCalls = {
  /** Returns one item, also from the bin; null if it does not exist. */
  'history.item': { input: z.strictObject({ key: historyKeySchema }), output: historyItemSchema.nullable() },
  /** Returns a range of the matching items, pinned first, then by last activity, with the total number. */
  'history.list': {
    input: z.strictObject({
      filter: historyFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ items: z.array(historyItemSchema).readonly(), total: z.number().int() }).readonly(),
  },
  /**
   * Returns the keys of all matching items, to select them all. The order is that of the list, or of the search if
   * there is a text. At most 50,000.
   */
  'history.keys': {
    input: z.strictObject({ filter: historyFilterSchema, text: z.string().max(searchLengthMax * 10) }),
    output: z.array(historyKeySchema).readonly(),
  },
  /** Returns the months with matching items that are no favourites, newest first, in local time; 1 is January. */
  'history.months': {
    input: z.strictObject({ filter: historyFilterSchema }),
    output: z
      .array(z.object({ year: z.number().int(), month: z.number().int(), count: z.number().int() }).readonly())
      .readonly(),
  },
  /** Returns values to filter the history by, most frequent first. */
  'history.facets': {
    input: z.strictObject({}),
    output: z
      .object({
        models: z.array(z.object({ value: z.string(), count: z.number().int() }).readonly()).readonly(),
        tags: z.array(z.object({ value: z.string(), count: z.number().int() }).readonly()).readonly(),
        kinds: z.array(z.object({ value: z.string(), count: z.number().int() }).readonly()).readonly(),
      })
      .readonly(),
  },
  /**
   * Searches all items that match the filter; `history-query.ts` parses the text. Newest hits first, by item. Pass
   * `next` of an answer to get the following hits; null marks the end.
   */
  'history.search': {
    input: z.strictObject({
      text: z.string().max(searchLengthMax * 10),
      filter: historyFilterSchema,
      /** Maximum number of items in the answer. */
      limit: z.number().int().min(1).max(200),
      next: z.number().int().nullable(),
    }),
    output: found,
  },
  /**
   * Searches by words and by meaning together, best first. Sends the text to the gateway of the vectors, once per new
   * text. Returns at most 100 items. If semantic search fails, searches by words alone and returns the reason in
   * `failure`.
   */
  'history.searchByMeaning': {
    input: z.strictObject({ text: z.string().max(searchLengthMax * 10), filter: historyFilterSchema }),
    output: z.object({ found, failure: appErrorSchema.nullable() }).readonly(),
  },
  /**
   * Returns the hits of a search within one item, also in the archive or bin: ids of messages or segments in order, at
   * most 5,000.
   */
  'history.hits': {
    input: z.strictObject({ key: historyKeySchema, text: z.string().max(searchLengthMax * 10) }),
    output: z.object({ partIds: z.array(z.string()).readonly() }).readonly(),
  },
  'history.setPinned': { input: z.strictObject({ keys, pinned: z.boolean() }), output: done },
  'history.setArchived': { input: z.strictObject({ keys, archived: z.boolean() }), output: done },
  /** Adds and removes tags. */
  'history.tag': {
    input: z.strictObject({ keys, add: z.array(tag).max(20), remove: z.array(tag).max(20) }),
    output: done,
  },
  /**
   * Moves items to the bin; they can be restored for 30 days. Refuses with `busy` while one is still being generated.
   */
  'history.delete': { input: z.strictObject({ keys }), output: done },
  'history.restore': { input: z.strictObject({ keys }), output: done },
  /** Deletes the bin's items and their files permanently. */
  'history.emptyBin': { input: z.strictObject({}), output: z.object({ removed: z.number().int() }).readonly() },
} as const

/** Events about the history. */
export const historyEvents = {
  /** Fires when an item was added, changed or removed. */
  'history.changed': z.strictObject({}),
} as const

export const historyContract = { calls: historyCalls, events: historyEvents }
