import { z } from 'zod'

/** A call that needs nothing, or an event that says nothing more. */
export const nothing = z.strictObject({})
/** The answer of a call that has nothing to tell. */
export const done = z.null()
/** The input of a window on a list, of at most so many items. */
export const listWindow = (limitMax: number) => ({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(limitMax),
})
/** The id of something that is there. */
export const id = z.string().min(1).max(100)
/** The id of something that the page makes. */
export const newId = z.uuid()
/** The id of a file of the library: its content's hash. */
export const mediaId = z.string().regex(/^[0-9a-f]{64}$/)
