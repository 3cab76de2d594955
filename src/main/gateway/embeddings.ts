import type { Result } from '../../shared/ipc/result.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { GatewayAccess } from './client.ts'
import type { EmbeddingAnswer } from './embedding-answer.ts'
import { type ExchangeIo, exchange } from './exchange.ts'
import type { Deadlines } from './request-watch.ts'

/** A request for the vectors of some texts. */
export interface EmbeddingRequest {
  readonly model: string
  /** At least one; none of them empty. */
  readonly texts: readonly string[]
}

export interface EmbeddingIo extends Omit<ExchangeIo, 'keep'> {
  /** Reads large answers in a thread. */
  readonly reader: Pick<AnswerReader, 'embeddings'>
}

/** 64 vectors of 8,192 numbers of 25 characters, twice. */
const answerBytesMax = 32 * 1024 * 1024

const deadlines: Deadlines = { headersMs: 60_000, silenceMs: 30_000, totalMs: 120_000 }

/**
 * `POST /v1/embeddings` (gateway-api.md, Endpoints; its payload is not shown there, so the common one is sent). Asks
 * once for one vector for each text. Never throws; errors are those of `exchange`, and `vectors_refused` for an answer
 * that is not exactly one good vector for each text.
 */
export async function fetchEmbeddings(
  access: GatewayAccess,
  { model, texts }: EmbeddingRequest,
  io: EmbeddingIo,
): Promise<Result<EmbeddingAnswer>> {
  // numbers, as gateways exist that send base64 of other kinds; both are read
  const body = { model, input: [...texts], encoding_format: 'float' }
  return await exchange(access, io, {
    deadlines,
    bytesMax: answerBytesMax,
    // the SDK's own method decodes base64 without looking at it
    send: (client, signal) => client.post('/embeddings', { body, signal }).asResponse(),
    decode: ({ body: bytes, secrets }) => io.reader.embeddings(bytes, secrets, texts.length),
  })
}
