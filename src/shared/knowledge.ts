import { z } from 'zod'
import { chatCollectionsMax, passageKinds, sourceKinds } from './knowledge-limits.ts'
import { unreadPartsSchema } from './unread-parts.ts'

export const sourceKindSchema = z.enum(sourceKinds)
export type SourceKind = z.infer<typeof sourceKindSchema>

/**
 * Reasons why a source, or a file of a folder, is not read.
 * - `not_text`: its bytes are not text in an encoding that Atelier knows
 * - `not_supported`: an unsupported kind of file
 * - `old_format`: an office file or mail in the container of older programs
 * - `too_large`: a file, or a conversation, above the limit
 * - `too_many`: a folder above the limits; the content read so far stays
 * - `gone`: the file, folder, chat or transcript no longer exists
 * - `choose_again`: the folder comes from a backup and must be chosen on this computer
 * - `unreadable`: the system refused to read it
 * - `damaged`, `encrypted`, `no_text`, `timed_out`: as for attached files (`attached-file-limits.ts`)
 */
export const readingProblems = [
  'not_text',
  'not_supported',
  'old_format',
  'too_large',
  'too_many',
  'gone',
  'choose_again',
  'unreadable',
  'damaged',
  'encrypted',
  'no_text',
  'timed_out',
] as const
export const readingProblemSchema = z.enum(readingProblems)
export type ReadingProblem = z.infer<typeof readingProblemSchema>

/** States of a source; `empty`: it was read and holds no text. */
export const sourceStates = ['waiting', 'reading', 'read', 'empty', 'failed'] as const

export const sourceProgressSchema = z
  .object({
    state: z.enum(sourceStates),
    /** Why reading failed, or the kind of content that is missing. */
    problem: readingProblemSchema.nullable(),
    /** Number of documents that hold text. */
    documents: z.number().int(),
    /** Number of passages in those documents. */
    passages: z.number().int(),
    /** Number of files of a folder that could not be read, with the name of the first. */
    failedFiles: z.number().int(),
    firstFailed: z.string().nullable(),
    /** Content of its files that is not in their texts. */
    unread: unreadPartsSchema,
  })
  .readonly()
/** The reading progress of a source. */
export type SourceProgress = z.infer<typeof sourceProgressSchema>

export const knowledgeSourceSchema = z
  .object({
    id: z.string(),
    kind: sourceKindSchema,
    name: z.string(),
    /** Path of a folder; null for others. */
    folder: z.string().nullable(),
    /** Id of the chat or transcript; null for others. */
    itemId: z.string().nullable(),
    progress: sourceProgressSchema,
  })
  .readonly()
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>

export const collectionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    sources: z.array(knowledgeSourceSchema).readonly(),
  })
  .readonly()
export type Collection = z.infer<typeof collectionSchema>

/** The location of a passage: its document and its range. */
export const passagePlaceSchema = z
  .object({
    kind: z.enum(passageKinds),
    /** Id of the source; of a page of the web, the service that found it, or `web` if it was read by its address. */
    sourceId: z.string(),
    /**
     * Path of a file in its folder; empty for a source that is one document. Address of a page of the web, empty if it
     * is unknown.
     */
    document: z.string(),
    title: z.string(),
    /** Headings above it, outermost first. */
    headings: z.array(z.string()).readonly(),
    /** The message or segment in which it begins; null for files. */
    partId: z.string().nullable(),
    /** Range in the document's text, in UTF-16 units. */
    start: z.number().int(),
    end: z.number().int(),
    /** Start in the recording, in ms; null without a time. */
    atMs: z.number().nullable(),
  })
  .readonly()
export type PassagePlace = z.infer<typeof passagePlaceSchema>

/** Search methods by which a passage was found; `web`: by a search of the web. */
export const foundBys = ['words', 'meaning', 'both', 'web'] as const

export const foundPassageSchema = z
  .object({
    place: passagePlaceSchema,
    text: z.string(),
    by: z.enum(foundBys),
  })
  .readonly()
/** A passage found by a retrieval. */
export type FoundPassage = z.infer<typeof foundPassageSchema>

export const retrievalSchema = z
  .object({
    id: z.string(),
    passages: z.array(foundPassageSchema).readonly(),
  })
  .readonly()
/** Passages found for a draft, best first. Main keeps them for a while, so that exactly the shown passages are sent. */
export type Retrieval = z.infer<typeof retrievalSchema>

export const citedPlaceSchema = z
  .object({
    /** Unique in its conversation. */
    number: z.number().int().min(1),
    place: passagePlaceSchema,
  })
  .readonly()
/** A numbered passage without its text. */
export type CitedPlace = z.infer<typeof citedPlaceSchema>

export const citationSchema = z
  .object({
    /** Unique in its conversation. */
    number: z.number().int().min(1),
    place: passagePlaceSchema,
    /** The passage's text as it was sent. */
    quote: z.string(),
  })
  .readonly()
/** A passage that was sent with a message. */
export type Citation = z.infer<typeof citationSchema>

export const openedCitationSchema = z
  .object({
    citation: citationSchema,
    /**
     * `same`: the document holds the quote at its position; `changed`: it does not; `gone`: the document no longer
     * exists.
     */
    state: z.enum(['same', 'changed', 'gone']),
    /** Text of the document before and after the quote; empty if the document changed or is gone. */
    before: z.string(),
    after: z.string(),
  })
  .readonly()
export type OpenedCitation = z.infer<typeof openedCitationSchema>

/** Knowledge of one chat. */
export const chatKnowledgeSchema = z
  .object({ collections: z.array(z.string().max(100)).max(chatCollectionsMax).readonly() })
  .readonly()
export type ChatKnowledge = z.infer<typeof chatKnowledgeSchema>
