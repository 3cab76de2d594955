import { z } from 'zod'
import { requestKinds } from './request-limits.ts'

const header = z.tuple([z.string(), z.string()])

/** A field of a form. A file is described by its name, type and size, and by its hash if its bytes were in memory. */
const formFieldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), name: z.string(), value: z.string() }).readonly(),
  z
    .object({
      kind: z.literal('file'),
      name: z.string(),
      fileName: z.string(),
      mime: z.string(),
      bytes: z.number(),
      hash: z.string().nullable(),
    })
    .readonly(),
])

const sentBodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).readonly(),
  /** `isCut`: the body was longer, or media in it are replaced by their hash and size. */
  z.object({ kind: z.literal('text'), text: z.string(), isCut: z.boolean() }).readonly(),
  z.object({ kind: z.literal('form'), fields: z.array(formFieldSchema).readonly() }).readonly(),
])
/** A body as sent, without the key. */
export type SentBody = z.infer<typeof sentBodySchema>

const summaryShape = {
  id: z.string(),
  kind: z.enum(requestKinds),
  /** The message or job that the request was for. */
  itemId: z.string(),
  model: z.string(),
  method: z.string(),
  url: z.string(),
  /** ms since 1970. */
  at: z.number(),
  /** HTTP status; null until the headers of the answer arrive. */
  status: z.number().int().nullable(),
  /** ms from sending to the headers, to the first byte of the body, and to the end. */
  headersMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  endMs: z.number().nullable(),
  /** Code of the error that ended the request. */
  error: z.string().nullable(),
  /** Bytes of the answer's body so far. */
  bytes: z.number(),
}

export const gatewayRequestSummarySchema = z.object(summaryShape).readonly()
/** A request to the gateway, for a list. */
export type GatewayRequestSummary = z.infer<typeof gatewayRequestSummarySchema>

export const gatewayRequestSchema = z
  .object({
    ...summaryShape,
    /** The gateway's id of the request. */
    requestId: z.string().nullable(),
    sentHeaders: z.array(header).readonly(),
    body: sentBodySchema,
    gotHeaders: z.array(header).readonly(),
    /** Parts of the answer's body with the ms at which they arrived. */
    parts: z.array(z.object({ at: z.number(), text: z.string() }).readonly()).readonly(),
    /** SHA-256 of the whole body; null until it ends. */
    hash: z.string().nullable(),
    /** True if the body was longer than the stored part, or media in it were left out. */
    isCut: z.boolean(),
  })
  .readonly()
/** A request to the gateway and its answer, as sent and received, without the key. */
export type GatewayRequest = z.infer<typeof gatewayRequestSchema>
