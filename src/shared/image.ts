import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import {
  imagePromptMax,
  imagesPerRequestMax,
  parseSize,
  pictureFields,
  pictureRoleMax,
  picturesPerEditMax,
  pictureTypes,
  specialParameters,
} from './image-kinds.ts'
import { imageOrders } from './image-orders.ts'
import { mediaItemSchema } from './media.ts'
import { pictureDeliveries } from './picture-delivery.ts'

const mediaId = z.string().regex(/^[0-9a-f]{64}$/)
const id = z.string().min(1).max(100)

/** A further picture of an edit. Masks belong to the source alone. */
export const imageReferenceSchema = z
  .object({
    mediaId,
    /** The gallery image that it is, for the lineage; null for a file, the clipboard or a chat. */
    imageId: id.nullable(),
  })
  .readonly()
export type ImageReference = z.infer<typeof imageReferenceSchema>

/**
 * Input of an edit: the source is a PNG, JPEG or WebP of the library (`images.prepareSource`), the mask a result of
 * `images.saveMask`.
 */
export const imageEditSchema = z
  .object({
    sourceId: mediaId,
    /** The gallery image used as source, for the lineage; null when the source is a file, the clipboard or a chat. */
    sourceImageId: id.nullable(),
    /** A PNG of the source's size, transparent where the image may change; null allows changes everywhere. */
    maskId: mediaId.nullable(),
    /** Restores the source's own pixels outside the mask's transparent area. */
    keepOutside: z.boolean(),
    /** The pictures after the source, in the order in which they are sent. */
    references: z
      .array(imageReferenceSchema)
      .max(picturesPerEditMax - 1)
      .readonly()
      .optional(),
    /** Form field for several pictures; absent for the one that this model is known to take. */
    pictureField: z.enum(pictureFields).optional(),
  })
  .readonly()
export type ImageEdit = z.infer<typeof imageEditSchema>

/** One request for images as the user made it. A null parameter is left out of the request. */
export const imageRequestSchema = z
  .object({
    connectionId: id,
    model: z.string().min(1).max(300),
    prompt: z
      .string()
      .max(imagePromptMax)
      .refine((text) => text.trim() !== '', 'a prompt is needed'),
    n: z.number().int().min(1).max(imagesPerRequestMax),
    /** Size as `<width>x<height>`; null leaves it to the gateway. */
    size: z
      .string()
      .refine((text) => /^\d+x\d+$/.test(text) && parseSize(text) !== null, 'not a size')
      .nullable(),
    /** Quality of the pictures; not sent with an edit. */
    quality: z.enum(['standard', 'hd']).nullable(),
    /** How the pictures arrive; null for the connection's choice. Not sent with an edit. */
    responseFormat: z.enum(pictureDeliveries).nullable(),
    /** Transparency of the background; absent or null leaves it to the model. */
    background: z.enum(['transparent']).nullable().optional(),
    /** Type of the pictures; absent or null leaves it to the model. */
    format: z.enum(pictureTypes).nullable().optional(),
    edit: imageEditSchema.nullable(),
  })
  .readonly()
export type ImageRequest = z.infer<typeof imageRequestSchema>

/**
 * - `queued`: waits for its turn; nothing was sent
 * - `sending`: the request was sent
 * - `waiting`: refused for now (429, 503); sent again at `retryAt`
 * - `saving`: the answer arrived; its pictures are being fetched and stored
 * - `done`: every picture that arrived is stored; `error` is `fewer_results` when fewer arrived than requested
 * - `failed`: see `error`; the pictures that could be stored are in the gallery
 * - `unknown`: the answer was lost; the images may have been made and charged
 * - `cancelled`: by the user
 */
export const imageJobStatuses = [
  'queued',
  'sending',
  'waiting',
  'saving',
  'done',
  'failed',
  'unknown',
  'cancelled',
] as const
export type ImageJobStatus = (typeof imageJobStatuses)[number]

/** The outcome for one picture of an answer. */
export const imageOutcomeSchema = z
  .object({
    state: z.enum(['pending', 'saved', 'failed']),
    /** The gallery image; null until it is stored. */
    imageId: z.string().nullable(),
    /** Reason of a failure; `picture_cut` for a saved picture that is incomplete. */
    error: appErrorSchema.nullable(),
    /** True if its link can be fetched again, which costs nothing. */
    canRefetch: z.boolean(),
    /** Link of a result that could not be stored, for the user to open elsewhere; else null. */
    link: z.string().nullable(),
    /** The received file, if it is not a picture that can be shown. */
    fileId: z.string().nullable().optional(),
    /** True if this image is a placeholder for a request that the gateway has queued and Atelier polls. */
    goesOn: z.boolean().optional(),
  })
  .readonly()
export type ImageOutcome = z.infer<typeof imageOutcomeSchema>

export const imageJobSchema = z
  .object({
    id: z.string(),
    request: imageRequestSchema,
    status: z.enum(imageJobStatuses),
    error: appErrorSchema.nullable(),
    /** Number of attempts sent. */
    attempts: z.number().int(),
    /** All times in ms since 1970. */
    createdAt: z.number(),
    /** When the last attempt was sent; null before the first. */
    sentAt: z.number().nullable(),
    retryAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** The first 100 outcomes, fewer than requested if fewer arrived; empty until an answer arrives. */
    outcomes: z.array(imageOutcomeSchema).max(100).readonly(),
    /** True if bodies of its answers are stored (`answers.kept`). */
    kept: z.boolean().optional(),
    /** True if a kept answer may be read again (`answers.readAgain`). */
    canReadAgain: z.boolean().optional(),
  })
  .readonly()
/** One image request with its state. */
export type ImageJob = z.infer<typeof imageJobSchema>

/** The data of an image that the grid shows. */
export const imageSummarySchema = z
  .object({
    id: z.string(),
    media: mediaItemSchema,
    /** A small WebP of the same picture in the library; null when it could not be made. */
    thumbnailId: z.string().nullable(),
    /** The beginning of the prompt, at most 200 UTF-16 units. */
    promptStart: z.string(),
    model: z.string(),
    createdAt: z.number(),
    favourite: z.boolean(),
    /** True if the image is an edit of another picture. */
    edited: z.boolean(),
  })
  .readonly()
export type ImageSummary = z.infer<typeof imageSummarySchema>

/** An image with all its known origin data. */
export const imageDetailSchema = z
  .object({
    summary: imageSummarySchema,
    jobId: z.string(),
    request: imageRequestSchema,
    /** Position from 0 among the undeleted images of its batch, and their number. */
    index: z.number().int(),
    count: z.number().int(),
    revisedPrompt: z.string().nullable(),
    /**
     * The gateway's original picture, where the shown one was merged with its source (*keep everything outside the
     * mask*).
     */
    raw: mediaItemSchema.nullable(),
    source: mediaItemSchema.nullable(),
    mask: mediaItemSchema.nullable(),
    /** The pictures after the source, without lost ones. */
    references: z
      .array(z.object({ media: mediaItemSchema, image: imageSummarySchema.nullable() }).readonly())
      .max(picturesPerEditMax)
      .readonly(),
    collectionIds: z.array(z.string()).readonly(),
    /** The gallery images it was made from, nearest first. */
    ancestors: z.array(imageSummarySchema).readonly(),
    /** The gallery images made from it, oldest first. */
    descendants: z.array(imageSummarySchema).readonly(),
    /** The other images of its batch, in order. */
    siblings: z.array(imageSummarySchema).readonly(),
  })
  .readonly()
export type ImageDetail = z.infer<typeof imageDetailSchema>

/** Filter of the grid; empty lists and nulls match everything. */
export const imageFilterSchema = z
  .strictObject({
    /** Words of the prompt; all must occur. */
    query: z.string().max(500),
    models: z.array(z.string().max(300)).max(100),
    /** Sizes of the stored images, `<width>x<height>`. */
    sizes: z.array(z.string().max(20)).max(100),
    /** Range in ms since 1970; `from` is inclusive, `to` exclusive. */
    from: z.number().nullable(),
    to: z.number().nullable(),
    favourite: z.boolean(),
    collectionId: id.nullable(),
    /** Order of the images; newest first if absent. */
    order: z.enum(imageOrders).optional(),
  })
  .readonly()
export type ImageFilter = z.infer<typeof imageFilterSchema>

const facet = z.object({ value: z.string(), count: z.number().int() }).readonly()
export const imageFacetsSchema = z
  .object({ models: z.array(facet).readonly(), sizes: z.array(facet).readonly(), favourites: z.number().int() })
  .readonly()
/** Values to filter the grid by, most frequent first. */
export type ImageFacets = z.infer<typeof imageFacetsSchema>

/** Unsent input of the studio; survives a restart. */
export const imageDraftSchema = z
  .object({
    prompt: z.string().max(imagePromptMax),
    connectionId: id.nullable(),
    model: z.string().max(300),
    n: z.number().int().min(1).max(imagesPerRequestMax),
    size: z.string().max(30),
    quality: z.enum(['standard', 'hd']).nullable(),
    source: z
      .object({
        media: mediaItemSchema,
        sourceImageId: id.nullable(),
        mask: mediaItemSchema.nullable(),
        /** The size that was chosen before the picture was added. */
        sizeBefore: z.string().max(30).optional(),
        /** The picture's part in the prompt, such as "the jacket". */
        role: z.string().max(pictureRoleMax).optional(),
      })
      .readonly()
      .nullable(),
    /** The pictures after the source, in order. */
    references: z
      .array(
        z
          .object({ media: mediaItemSchema, imageId: id.nullable(), role: z.string().max(pictureRoleMax).optional() })
          .readonly(),
      )
      .max(picturesPerEditMax - 1)
      .readonly()
      .optional(),
    keepOutside: z.boolean(),
    background: z.enum(['transparent']).nullable().optional(),
    format: z.enum(pictureTypes).nullable().optional(),
  })
  .readonly()
export type ImageDraft = z.infer<typeof imageDraftSchema>

/** Changes of a refused request that the user may send instead. */
export const imageChanges = [
  /** Only its first picture. */
  'firstPicture',
  /** All its pictures, in the other form field. */
  'otherField',
  /** Without `background` and `output_format`. */
  'withoutSpecial',
] as const
export type ImageChange = (typeof imageChanges)[number]

/** Prompts to use again, newest first. */
export const imagePromptsSchema = z
  .object({
    favourites: z.array(z.string()).readonly(),
    /** Prompts of requests whose images are not all deleted, without favourites. */
    earlier: z.array(z.string()).readonly(),
  })
  .readonly()
export type ImagePrompts = z.infer<typeof imagePromptsSchema>

/** Refusals by a model of a connection, as far as they are known. */
export const imageModelNotesSchema = z
  .object({
    /** True if its last answer to several pictures was a refusal. */
    refusedSeveral: z.boolean(),
    /** Parameters that it refused when they were sent last. */
    refusedParameters: z.array(z.enum(specialParameters)).readonly(),
  })
  .readonly()
export type ImageModelNotes = z.infer<typeof imageModelNotesSchema>

const fileName = z.string().trim().min(1).max(200)
/** A library file with the name for its exported copy. */
export const namedMediaSchema = z.strictObject({ mediaId, name: fileName })
export type NamedMedia = z.infer<typeof namedMediaSchema>

export const savedFileSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('main'), saved: z.boolean(), token: z.string().optional() }).readonly(),
  z.object({ by: z.literal('page'), url: z.string(), name: z.string() }).readonly(),
])
/**
 * How a file was saved. `main`: main asked for a location and wrote it (`saved` is false after a cancel); `token` opens
 * it by `transfer.openSaved`, where that is offered. `page`: the page must fetch `url` as a download.
 */
export type SavedFile = z.infer<typeof savedFileSchema>
