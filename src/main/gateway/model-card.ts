import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { GatewayAccess } from './client.ts'
import { notAGateway, streamError } from './errors.ts'
import { answerTextOf, type ExchangeIo, exchange } from './exchange.ts'
import { failureInText } from './failure-in-answer.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'

/** A gateway's description of one model, under the names in use; null where it gives no value. */
export interface ModelCard {
  readonly window: number | null
  readonly sees: boolean | null
  readonly thinks: boolean | null
  readonly tools: boolean | null
}

const cardBytesMax = 1024 * 1024
const deadlines: Deadlines = { headersMs: 20_000, silenceMs: 20_000, totalMs: 20_000 }

const tokens = z.number().int().min(1).max(1_000_000_000).nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
/** An empty list counts as unknown: some gateways send it where they do not know. */
const names = z
  .array(z.string().max(100))
  .max(200)
  .transform((list) => (list.length === 0 ? null : list))
  .nullish()
  .catch(null)
const card = z.object({
  id: z.string(),
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_model_len: tokens,
  architecture: z.object({ input_modalities: names }).nullish().catch(null),
  input_modalities: names,
  supported_parameters: names,
  capabilities: z.object({ vision: flag, reasoning: flag, function_calling: flag, tools: flag }).nullish().catch(null),
})

/** `GET /v1/models/{id}`. Fetches the gateway's description of one model (gateway-api.md, Endpoints and Model list). */
export async function fetchModelCard(access: GatewayAccess, io: ExchangeIo, model: string): Promise<Result<ModelCard>> {
  return await exchange(access, io, {
    deadlines,
    bytesMax: cardBytesMax,
    send: (client, signal) => client.models.retrieve(model, { signal }).asResponse(),
    decode: (answer) => {
      const text = answerTextOf(answer)
      const failure = failureInText(text)
      if (failure !== null) throw new AppFailure(streamError(failure, answer.secrets))
      const found = readModelCard(text)
      if (found === null) throw new AppFailure(notAGateway(text, 'JSON without a model'))
      return found
    },
  })
}

/** Reads a model's card; null if the text is not one. */
export function readModelCard(text: string): ModelCard | null {
  const read = readLiberalJson(text)
  const found = read?.whole ? card.safeParse(read.value).data : undefined
  if (found === undefined) return null
  const takes = found.architecture?.input_modalities ?? found.input_modalities
  const parameters = found.supported_parameters
  const { capabilities } = found
  return {
    window: found.context_length ?? found.context_window ?? found.max_context_length ?? found.max_model_len ?? null,
    sees: capabilities?.vision ?? takes?.includes('image') ?? null,
    thinks: capabilities?.reasoning ?? parameters?.some((name) => name.startsWith('reasoning')) ?? null,
    tools: capabilities?.function_calling ?? capabilities?.tools ?? parameters?.includes('tools') ?? null,
  }
}
