import { z } from 'zod'
import { requestKinds } from './request-limits.ts'

const header = z.tuple([z.string(), z.string()])

/** A field of a form. A file is told by its name, type and size; its hash where its bytes were at hand. */
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
  /** `isCut`: it is longer, or media in it stand as their hash and size. */
  z.object({ kind: z.literal('text'), text: z.string(), isCut: z.boolean() }).readonly(),
  z.object({ kind: z.literal('form'), fields: z.array(formFieldSchema).readonly() }).readonly(),
])
/** A body as sent, without the key. */
export type SentBody = z.infer<typeof sentBodySchema>

const summaryShape = {
  id: z.string(),
  kind: z.enum(requestKinds),
  /** The message or job that it was for. */
  itemId: z.string(),
  model: z.string(),
  method: z.string(),
  url: z.string(),
  /** ms since 1970. */
  at: z.number(),
  /** Null until the headers of the answer came. */
  status: z.number().int().nullable(),
  /** ms from sending to the headers, to the first byte of the body, and to the end. */
  headersMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  endMs: z.number().nullable(),
  /** Code of the error that ended it. */
  error: z.string().nullable(),
  /** Bytes of the answer's body so far. */
  bytes: z.number(),
}

export const gatewayRequestSummarySchema = z.object(summaryShape).readonly()
/** A request to the gateway, as a list shows it. */
export type GatewayRequestSummary = z.infer<typeof gatewayRequestSummarySchema>

export const gatewayRequestSchema = z
  .object({
    ...summaryShape,
    /** The gateway's id of the request. */
    requestId: z.string().nullable(),
    sentHeaders: z.array(header).readonly(),
    body: sentBodySchema,
    gotHeaders: z.array(header).readonly(),
    /** Parts of the answer's body with the ms at which they came. */
    parts: z.array(z.object({ at: z.number(), text: z.string() }).readonly()).readonly(),
    /** SHA-256 of the whole body; null until its end. */
    hash: z.string().nullable(),
    /** Whether the body was longer than what is kept, or media in it were left out. */
    isCut: z.boolean(),
  })
  .readonly()
/** A request to the gateway and what came: as sent and received, without the key. */
export type GatewayRequest = z.infer<typeof gatewayRequestSchema>
