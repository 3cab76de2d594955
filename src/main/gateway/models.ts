import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Model } from '../../shared/model.ts'
import { modelKind } from '../../shared/model-kind.ts'
import type { GatewayAccess } from './client.ts'
import { notAGateway, streamError } from './errors.ts'
import { type ExchangeIo, exchange, textOf } from './exchange.ts'
import { failureInText } from './failure-in-answer.ts'
import { isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'

/** Far more than any gateway offers; the page receives all models at once. */
const modelsMax = 10_000
const listBytesMax = 16 * 1024 * 1024

const entry = z.object({ id: z.string().min(1).max(300), owned_by: z.string().max(100).nullish().catch(null) })

const listDeadlines: Deadlines = { headersMs: 20_000, silenceMs: 20_000, totalMs: 20_000 }

/**
 * `GET /v1/models` (gateway-api.md, Endpoints and Model list). Asks once for the models that the key may use. Skips
 * entries that are not models.
 */
export async function fetchModels(access: GatewayAccess, io: ExchangeIo): Promise<Result<readonly Model[]>> {
  const result = await exchange(access, io, {
    deadlines: listDeadlines,
    bytesMax: listBytesMax,
    send: (client, signal) => client.models.list({ signal }).asResponse(),
    decode: (answer) => {
      const text = textOf(answer)
      const models = readModels(text)
      const failure = models === null || models.length === 0 ? failureInText(text) : null
      if (failure !== null) throw new AppFailure(streamError(failure, answer.secrets))
      if (models === null) throw new AppFailure(notAGateway(text, 'JSON without a model list'))
      return models
    },
  })
  // the request names no model, so a 404 means that the address is no gateway
  if (result.ok || result.error.code !== 'model_not_found') return result
  return { ok: false, error: { ...result.error, code: 'not_a_gateway' } }
}

/** Reads a list of models; null when the text is none. */
export function readModels(text: string): readonly Model[] | null {
  const read = readLiberalJson(text)
  const list = read?.whole ? listIn(read.value) : null
  if (list === null) return null
  const models = new Map<string, Model>()
  for (const candidate of list) {
    if (models.size >= modelsMax) break
    const model = entryIn(candidate)
    if (model)
      models.set(model.id, { id: model.id, family: model.owned_by?.toLowerCase() ?? '', kind: modelKind(model.id) })
  }
  // a bare list is one of models only if it holds some
  return models.size === 0 && !isFields(read?.value) ? null : [...models.values()]
}

/** The list, also one that is not in `data`. Null in its place is an empty one, but not in a refusal. */
function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isFields(value)) return null
  const list = [value.data, value.models].find(Array.isArray)
  if (list !== undefined) return list
  const isRefused = value.success === false || value.error != null
  return 'data' in value && value.data === null && !isRefused ? [] : null
}

/** An entry, which some gateways write as the name alone, or under another name. */
function entryIn(candidate: unknown): z.infer<typeof entry> | undefined {
  if (typeof candidate === 'string') return entry.safeParse({ id: candidate }).data
  return isFields(candidate)
    ? entry.safeParse({ ...candidate, id: candidate.id ?? candidate.model ?? candidate.name }).data
    : undefined
}
