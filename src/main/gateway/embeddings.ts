import { type AppError, appError } from '../../shared/errors.ts'
import { type Result, refused } from '../../shared/ipc/result.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { GatewayAccess } from './client.ts'
import type { EmbeddingAnswer } from './embedding-answer.ts'
import type { EmbeddingForm, EmbeddingForms } from './embedding-form.ts'
import { type ExchangeIo, exchange } from './exchange.ts'
import type { Deadlines } from './request-watch.ts'

/** A request for the vectors of some texts. */
export interface EmbeddingRequest {
  readonly model: string
  /** At least one text, none of them empty. */
  readonly texts: readonly string[]
}

export interface EmbeddingIo extends Omit<ExchangeIo, 'keepAnswer'> {
  /** Reads large answers in a thread. */
  readonly reader: Pick<AnswerReader, 'embeddings'>
  readonly forms: EmbeddingForms
}

/** 64 vectors of 8,192 numbers of 25 characters, twice. */
const answerBytesMax = 32 * 1024 * 1024

const deadlines: Deadlines = { headersMs: 60_000, silenceMs: 30_000, totalMs: 120_000 }

/**
 * `POST /v1/embeddings` (gateway-api.md, Endpoints; its payload is not shown there, so the common one is sent).
 * Requests one vector for each text, once. If the gateway rejects the format, which costs nothing, tries the next one.
 * Never throws. Errors are those of `exchange`, and `vectors_refused` unless the answer holds exactly one valid vector
 * for each text.
 */
export async function fetchEmbeddings(
  access: GatewayAccess,
  request: EmbeddingRequest,
  io: EmbeddingIo,
): Promise<Result<EmbeddingAnswer>> {
  const gateway = `${access.baseUrl} ${request.model}`
  let answer: Result<EmbeddingAnswer> | null = null
  for (const form of io.forms.toTry(gateway, request.texts.length)) {
    if (!form.isList && request.texts.length > 1)
      return refused(appError('bad_request', 'this gateway takes one text a request'))
    answer = await fetchInForm(access, request, form, io)
    if (answer.ok) io.forms.works(gateway, form)
    if (answer.ok || answer.error.code !== 'bad_request' || speaksOfAmount(answer.error)) return answer
  }
  return answer ?? refused(appError('internal', 'no form of a request'))
}

/** Returns true if a refusal is about the amount of text. Another format would not help. */
function speaksOfAmount({ gatewayMessage }: AppError): boolean {
  return /too (?:many|long|large)|at most|maximum|exceed|limit|batch|tokens|最多|超过|过长|上限/i.test(
    gatewayMessage ?? '',
  )
}

async function fetchInForm(
  access: GatewayAccess,
  { model, texts }: EmbeddingRequest,
  { hasEncoding, isList }: EmbeddingForm,
  io: EmbeddingIo,
): Promise<Result<EmbeddingAnswer>> {
  const body = {
    model,
    input: isList ? [...texts] : (texts[0] ?? ''),
    // numbers, because some gateways send other kinds of base64; both are read
    ...(hasEncoding ? { encoding_format: 'float' } : {}),
  }
  return await exchange(access, io, {
    deadlines,
    bytesMax: answerBytesMax,
    // the SDK's own method decodes base64 without validating it
    send: (client, signal) => client.post('/embeddings', { body, signal }).asResponse(),
    decode: ({ body: bytes, secrets }) => io.reader.embeddings(bytes, secrets, texts.length),
  })
}
