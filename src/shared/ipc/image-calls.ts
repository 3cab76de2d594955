import { z } from 'zod'
import {
  imageCollectionSchema,
  imageDetailSchema,
  imageDraftSchema,
  imageFacetsSchema,
  imageFilterSchema,
  imageJobSchema,
  imageRequestSchema,
  imageSummarySchema,
  namedMediaSchema,
} from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { done, id, listWindow, mediaId, newId, nothing } from './call-parts.ts'

/** Jobs of one window: each may tell of 100 pictures with their links. */
const jobsWindowMax = 50
const imageIds = z.array(id).min(1).max(20_000)

/** What a page can ask of the image studio and its gallery. */
export const imageCalls = {
  /** Takes a request into the queue: a durable row, then, in its turn, the request. The same `jobId` again is the same job. */
  'images.submit': { input: z.strictObject({ jobId: newId, request: imageRequestSchema }), output: imageJobSchema },
  /** A window on the jobs that run, and those that ended otherwise than well and were not dismissed; newest first. */
  'images.jobs': {
    input: z.strictObject(listWindow(jobsWindowMax)),
    output: z
      .object({ jobs: z.array(imageJobSchema).max(jobsWindowMax).readonly(), total: z.number().int() })
      .readonly(),
  },
  /** Stops a job wherever it is; what was already sent may still be charged. */
  'images.cancel': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /** The person's choice to send a job that ended otherwise than well once more: a new job, the old one is dismissed. */
  'images.retry': { input: z.strictObject({ jobId: id, newJobId: newId }), output: imageJobSchema },
  /** Fetches again what could not be stored of an answer; nothing is generated, nothing charged. */
  'images.refetch': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /** Takes an ended job off the list. */
  'images.dismiss': { input: z.strictObject({ jobId: id }), output: done },

  /** A window on the gallery, newest first, with the number of all that fit. */
  'images.list': {
    input: z.strictObject({
      filter: imageFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ images: z.array(imageSummarySchema).readonly(), total: z.number().int() }).readonly(),
  },
  /** The ids of all that fit, newest first, to select or save them all. At most 50,000. */
  'images.ids': { input: z.strictObject({ filter: imageFilterSchema }), output: z.array(z.string()).readonly() },
  'images.facets': { input: nothing, output: imageFacetsSchema },
  'images.get': { input: z.strictObject({ imageId: id }), output: imageDetailSchema },
  'images.setFavourite': { input: z.strictObject({ imageIds, favourite: z.boolean() }), output: done },
  /** Takes images out of the gallery. For thirty days they can be restored; then the files that nothing refers to are removed. */
  'images.delete': { input: z.strictObject({ imageIds }), output: done },
  'images.restore': { input: z.strictObject({ imageIds }), output: done },
  /** Names for the files of images, in the given order, ready for `media.save` and `media.saveArchive`. */
  'images.names': { input: z.strictObject({ imageIds }), output: z.array(namedMediaSchema).readonly() },

  'images.collections': { input: nothing, output: z.array(imageCollectionSchema).readonly() },
  /** Makes or renames a collection. */
  'images.saveCollection': {
    input: z.strictObject({ id: newId, name: z.string().trim().min(1).max(80) }),
    output: imageCollectionSchema,
  },
  /** Removes a collection; its images stay in the gallery. */
  'images.removeCollection': { input: z.strictObject({ id }), output: done },
  'images.setInCollection': {
    input: z.strictObject({ imageIds, collectionId: id, inside: z.boolean() }),
    output: done,
  },

  /** Makes a picture fit to be edited: turned upright and converted to PNG where it is none; refused over the person's bound. */
  'images.prepareSource': {
    input: z.strictObject({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('file'), token: z.string().max(200) }),
        z.strictObject({ kind: z.literal('media'), mediaId }),
      ]),
    }),
    output: mediaItemSchema,
  },
  /** The mask that was last drawn on a source. */
  'images.mask': { input: z.strictObject({ sourceId: mediaId }), output: mediaItemSchema.nullable() },
  /**
   * Stores a mask: a PNG of the source's exact size (else `mask_mismatch`), transparent where it marks. Null forgets
   * it.
   */
  'images.saveMask': {
    input: z.strictObject({ sourceId: mediaId, token: z.string().max(200).nullable() }),
    output: mediaItemSchema.nullable(),
  },
  /** What was last typed and chosen in the studio; null before anything was. */
  'images.draft': { input: nothing, output: imageDraftSchema.nullable() },
  'images.saveDraft': { input: z.strictObject({ draft: imageDraftSchema }), output: done },
} as const

/** What main tells of them. */
export const imageEvents = {
  /** A job was made or changed. */
  'images.job': imageJobSchema,
  /** A job went off the list: dismissed, or sent again as another one. */
  'images.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** What the gallery holds changed: an image came, went, or was marked. */
  'images.changed': z.object({ collections: z.boolean() }).readonly(),
} as const
