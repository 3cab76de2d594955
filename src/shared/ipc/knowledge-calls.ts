import { z } from 'zod'
import {
  citedPlaceSchema,
  collectionSchema,
  openedCitationSchema,
  readingProblemSchema,
  retrievalSchema,
} from '../knowledge.ts'
import { chatCollectionsMax, collectionNameMax } from '../knowledge-limits.ts'
import { done, id, newId, nothing } from './call-parts.ts'

const name = z.string().trim().min(1).max(collectionNameMax)
const refusals = z.array(z.object({ name: z.string(), problem: readingProblemSchema }).readonly()).readonly()

/** Calls about collections of texts, and retrieval from them for chats. */
export const knowledgeCalls = {
  /** Returns all collections by name, with their sources and reading progress. */
  'knowledge.list': { input: nothing, output: z.array(collectionSchema).readonly() },
  'knowledge.create': { input: z.strictObject({ id: newId, name }), output: done },
  'knowledge.rename': { input: z.strictObject({ id, name }), output: done },
  /** Hides a collection; it can be restored for 30 days. The user's files and folders stay unchanged. */
  'knowledge.delete': { input: z.strictObject({ id }), output: done },
  'knowledge.restore': { input: z.strictObject({ id }), output: done },
  /** Adds files by their tokens. Returns the refused files, with the reasons. */
  'knowledge.addFiles': {
    input: z.strictObject({
      collectionId: id,
      files: z
        .array(z.strictObject({ sourceId: newId, token: z.string().min(1).max(200) }))
        .min(1)
        .max(200)
        .readonly(),
    }),
    output: refusals,
  },
  /**
   * Adds a folder, or replaces the folder of a source. Main asks for it in the system's dialog. `ask`: this shell has
   * no dialog, so the page asks for a path and calls again. Refuses with `folder_not_found` and `folder_not_allowed`.
   */
  'knowledge.addFolder': {
    input: z.strictObject({ collectionId: id, sourceId: id, path: z.string().min(1).max(4096).nullable() }),
    output: z.enum(['added', 'cancelled', 'ask']),
  },
  /** Adds chats and transcripts. */
  'knowledge.addItems': {
    input: z.strictObject({
      collectionId: id,
      items: z
        .array(z.strictObject({ sourceId: newId, kind: z.enum(['chat', 'transcript']), itemId: id }))
        .min(1)
        .max(200)
        .readonly(),
    }),
    output: done,
  },
  /** Hides a source; it can be restored for 30 days. */
  'knowledge.removeSource': { input: z.strictObject({ id }), output: done },
  'knowledge.restoreSource': { input: z.strictObject({ id }), output: done },
  /** Retries the content that could not be read. */
  'knowledge.readAgain': { input: z.strictObject({ id }), output: done },
  /** Returns passages for a draft, best first. Main keeps the latest ones for `chat.send`. */
  'knowledge.find': {
    input: z.strictObject({
      text: z.string().max(20_000),
      collectionIds: z.array(id).min(1).max(chatCollectionsMax).readonly(),
    }),
    output: retrievalSchema,
  },
  /** Returns the locations of the passages that were sent in a conversation, by number. */
  'knowledge.citations': {
    input: z.strictObject({ conversationId: id }),
    output: z.array(citedPlaceSchema).readonly(),
  },
  /** Returns a passage within the current text of its document. */
  'knowledge.open': {
    input: z.strictObject({ conversationId: id, number: z.number().int().min(1) }),
    output: openedCitationSchema,
  },
} as const

/** Events about collections. */
export const knowledgeEvents = {
  /** Fires when a collection, a source or its state changed. */
  'knowledge.changed': nothing,
} as const

export const knowledgeContract = { calls: knowledgeCalls, events: knowledgeEvents }
