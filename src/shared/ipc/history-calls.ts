import { z } from 'zod'
import { foundItemSchema, historyFilterSchema, historyItemSchema, historyKeySchema } from '../history.ts'
import { keysMax, searchLengthMax } from '../history-limits.ts'
import { done } from './call-parts.ts'

const keys = z.array(historyKeySchema).min(1).max(keysMax)
const tag = z.string().trim().min(1).max(60)

/** What a page can ask of the history. */
export const historyCalls = {
  /** One window of matching items, pinned first, then by last activity, with the total number. */
  'history.list': {
    input: z.strictObject({
      filter: historyFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ items: z.array(historyItemSchema).readonly(), total: z.number().int() }).readonly(),
  },
  /** The keys of all that fit, to select them all: in the order of the list, or with a text in that of the search. At most 50,000. */
  'history.keys': {
    input: z.strictObject({ filter: historyFilterSchema, text: z.string().max(searchLengthMax * 10) }),
    output: z.array(historyKeySchema).readonly(),
  },
  /** What there is to narrow it to, most frequent first. */
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
   * Searches everything that fits the filter (`history-query.ts` reads the text): the newest hits first, by item. Goes
   * on where an earlier answer's `next` says; null there is the end.
   */
  'history.search': {
    input: z.strictObject({
      text: z.string().max(searchLengthMax * 10),
      filter: historyFilterSchema,
      /** How many items at most. */
      limit: z.number().int().min(1).max(200),
      next: z.number().int().nullable(),
    }),
    output: z
      .object({
        items: z.array(foundItemSchema).readonly(),
        next: z.number().int().nullable(),
        /** How many hits there are in all, one more than `hitsCountedMax` standing for all above; null where they were not counted. */
        total: z.number().int().nullable(),
        /** How much of what was made is in the index, 0 to 1: below 1 there may be more to find. */
        indexed: z.number().min(0).max(1),
      })
      .readonly(),
  },
  /** Where in one item a search is found, wherever the item is: the ids of messages or segments in the order in which they were said, at most 5,000. */
  'history.hits': {
    input: z.strictObject({ key: historyKeySchema, text: z.string().max(searchLengthMax * 10) }),
    output: z.object({ partIds: z.array(z.string()).readonly() }).readonly(),
  },
  'history.setPinned': { input: z.strictObject({ keys, pinned: z.boolean() }), output: done },
  'history.setArchived': { input: z.strictObject({ keys, archived: z.boolean() }), output: done },
  /** Adds and takes off tags. */
  'history.tag': {
    input: z.strictObject({ keys, add: z.array(tag).max(20), remove: z.array(tag).max(20) }),
    output: done,
  },
  /** Puts items into the bin; for 30 days they can be restored. Refused with `busy` where one is still being made. */
  'history.delete': { input: z.strictObject({ keys }), output: done },
  'history.restore': { input: z.strictObject({ keys }), output: done },
  /** Removes what is in the bin, with its files, for ever. */
  'history.emptyBin': { input: z.strictObject({}), output: z.object({ removed: z.number().int() }).readonly() },
} as const

/** What the history tells the pages. */
export const historyEvents = {
  /** Something in it came, changed or went. */
  'history.changed': z.strictObject({}),
} as const
