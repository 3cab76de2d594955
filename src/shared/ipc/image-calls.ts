import { z } from 'zod'
import {
  imageChanges,
  imageDetailSchema,
  imageDraftSchema,
  imageFacetsSchema,
  imageFilterSchema,
  imageJobSchema,
  imageModelNotesSchema,
  imagePromptsSchema,
  imageRequestSchema,
  imageSummarySchema,
  namedMediaSchema,
} from '../image.ts'
import { imagePromptMax, improvedPromptMax, improveWishMax } from '../image-kinds.ts'
import { collectionNameSchema, itemCollectionSchema } from '../item-collection.ts'
import { mediaItemSchema } from '../media.ts'
import { done, id, listWindow, mediaId, newId, nothing } from './call-parts.ts'

/** Maximum number of jobs in one call; each job may list 100 pictures with their links. */
const jobsWindowMax = 50
const imageIds = z.array(id).min(1).max(20_000)

/** Calls for the image studio and its gallery. */
export const imageCalls = {
  /** Queues a request: stores the job, then sends it in its turn. A repeated `jobId` returns the existing job. */
  'images.submit': { input: z.strictObject({ jobId: newId, request: imageRequestSchema }), output: imageJobSchema },
  /** Returns a range of the running jobs and of undismissed jobs that did not succeed; newest first. */
  'images.jobs': {
    input: z.strictObject(listWindow(jobsWindowMax)),
    output: z
      .object({ jobs: z.array(imageJobSchema).max(jobsWindowMax).readonly(), total: z.number().int() })
      .readonly(),
  },
  /** Cancels a job in any state; a request already sent may still be charged. */
  'images.cancel': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /**
   * Retries an unsuccessful job, only at the user's request: creates a new job and dismisses the old one. With `change`,
   * the new job differs from the refused one.
   */
  'images.retry': {
    input: z.strictObject({ jobId: id, newJobId: newId, change: z.enum(imageChanges).optional() }),
    output: imageJobSchema,
  },
  /** Returns what a model is known to refuse. */
  'images.modelNotes': {
    input: z.strictObject({ connectionId: id, model: z.string().max(300) }),
    output: imageModelNotesSchema,
  },
  /** Fetches the pictures of an answer that could not be stored; nothing is generated or charged. */
  'images.refetch': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /** Removes an ended job from the list. */
  'images.dismiss': { input: z.strictObject({ jobId: id }), output: done },

  /**
   * Returns a range of the gallery in the filter's order, with the number of all matching images. With `shapes`, also the width
   * over height of the first 50,000 of all, in order; 1 where it is unknown.
   */
  'images.list': {
    input: z.strictObject({
      filter: imageFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      shapes: z.boolean().optional(),
    }),
    output: z
      .object({
        images: z.array(imageSummarySchema).readonly(),
        total: z.number().int(),
        ratios: z.array(z.number().positive()).readonly().optional(),
      })
      .readonly(),
  },
  /** Returns the ids of all matching images, in order, to select or save them all. At most 50,000. */
  'images.ids': { input: z.strictObject({ filter: imageFilterSchema }), output: z.array(z.string()).readonly() },
  'images.facets': { input: nothing, output: imageFacetsSchema },
  'images.get': { input: z.strictObject({ imageId: id }), output: imageDetailSchema },
  'images.setFavourite': { input: z.strictObject({ imageIds, favourite: z.boolean() }), output: done },
  /**
   * Removes images from the gallery. They can be restored for thirty days; then files without a reference are deleted.
   */
  'images.delete': { input: z.strictObject({ imageIds }), output: done },
  'images.restore': { input: z.strictObject({ imageIds }), output: done },
  /** Returns file names for images, in the given order, for `media.save` and `media.saveArchive`. */
  'images.names': { input: z.strictObject({ imageIds }), output: z.array(namedMediaSchema).readonly() },

  'images.collections': { input: nothing, output: z.array(itemCollectionSchema).readonly() },
  /** Creates or renames a collection. */
  'images.saveCollection': {
    input: z.strictObject({ id: newId, name: collectionNameSchema }),
    output: itemCollectionSchema,
  },
  /** Removes a collection; its images stay in the gallery. */
  'images.removeCollection': { input: z.strictObject({ id }), output: done },
  'images.setInCollection': {
    input: z.strictObject({ imageIds, collectionId: id, inside: z.boolean() }),
    output: done,
  },

  /**
   * Makes a picture editable: rotates it upright and converts it to PNG if needed. Refuses a picture larger than the
   * setting allows.
   */
  'images.prepareSource': {
    input: z.strictObject({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('file'), token: z.string().max(200) }),
        z.strictObject({ kind: z.literal('media'), mediaId }),
      ]),
    }),
    output: mediaItemSchema,
  },
  /** Returns the last mask drawn on a source. */
  'images.mask': { input: z.strictObject({ sourceId: mediaId }), output: mediaItemSchema.nullable() },
  /**
   * Stores a mask: a PNG of the source's exact size (else `mask_mismatch`), transparent in the masked area. Null
   * deletes it.
   */
  'images.saveMask': {
    input: z.strictObject({ sourceId: mediaId, token: z.string().max(200).nullable() }),
    output: mediaItemSchema.nullable(),
  },
  /** Returns the unsent input of the studio; null if there was none yet. */
  'images.draft': { input: nothing, output: imageDraftSchema.nullable() },
  /** Returns favourite prompts and those of the newest requests. */
  'images.prompts': { input: nothing, output: imagePromptsSchema },
  /** Adds a prompt to the favourites or removes it. Refuses with `invalid_input` beyond 100. */
  'images.setFavouritePrompt': {
    input: z.strictObject({ prompt: z.string().min(1).max(imagePromptMax), favourite: z.boolean() }),
    output: imagePromptsSchema,
  },
  /**
   * Lets a chat model improve a prompt: one paid request that the user agreed to, sent once per `requestId`. Returns the
   * proposed prompt.
   */
  'images.improvePrompt': {
    input: z.strictObject({
      requestId: newId,
      connectionId: id,
      model: z.string().min(1).max(300),
      prompt: z.string().min(1).max(imagePromptMax),
      /** True if the prompt changes pictures instead of describing a new one. */
      isEdit: z.boolean(),
      /** The improvement that the user wants; may be empty. */
      wish: z.string().max(improveWishMax),
    }),
    output: z.object({ prompt: z.string().max(improvedPromptMax) }).readonly(),
  },
  'images.saveDraft': { input: z.strictObject({ draft: imageDraftSchema }), output: done },
} as const

/** Events about image jobs and the gallery. */
export const imageEvents = {
  /** Fires when a job was created or changed. */
  'images.job': imageJobSchema,
  /** Fires when a job left the list: it was dismissed, or sent again as a new job. */
  'images.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** Fires when the gallery changed: an image was added, removed or marked. */
  'images.changed': z.object({ collections: z.boolean() }).readonly(),
} as const

export const imageContract = { calls: imageCalls, events: imageEvents }
