import { z } from 'zod'

/** A named collection of images or of videos, with the number of its undeleted items. */
export const itemCollectionSchema = z.object({ id: z.string(), name: z.string(), count: z.number().int() }).readonly()
export type ItemCollection = z.infer<typeof itemCollectionSchema>

/** Name that the user gives a collection. */
export const collectionNameSchema = z.string().trim().min(1).max(80)
