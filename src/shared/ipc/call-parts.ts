import { z } from 'zod'

/** Input of a call without arguments, or payload of an event without data. */
export const nothing = z.strictObject({})
/** Output of a call without a result. */
export const done = z.null()
/** Input of a call for a range of a list, of at most `limitMax` items. */
export const listWindow = (limitMax: number) => ({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(limitMax),
})
/** Id of an existing record. */
export const id = z.string().min(1).max(100)
/** Id that the page creates for a new record. */
export const newId = z.uuid()
/** Id of a library file: the hash of its content. */
export const mediaId = z.string().regex(/^[0-9a-f]{64}$/)
